// Binding of the video instructions (PTX ISA 9.7.18): types, parts of operands and second operation
// become a video_form.
#include <string_view>

#include "lockstep/protocol/phrase.hpp"
#include "simt/lowering/function_lowering.hpp"
#include "simt/semantics/video_form.hpp"

namespace lockstep::simt {

using ptx::decoded;
using ptx::op;
using ptx::operand;
using ptx::scalar;
using ptx::word;

namespace {

video_operation operation_of(op operation) {
  switch (operation) {
    case op::vadd:
    case op::vadd2:
    case op::vadd4:
      return video_operation::add;
    case op::vsub:
    case op::vsub2:
    case op::vsub4:
      return video_operation::sub;
    case op::vabsdiff:
    case op::vabsdiff2:
    case op::vabsdiff4:
      return video_operation::absolute_difference;
    case op::vmin:
    case op::vmin2:
    case op::vmin4:
      return video_operation::minimum;
    case op::vmax:
    case op::vmax2:
    case op::vmax4:
      return video_operation::maximum;
    case op::vavrg2:
    case op::vavrg4:
      return video_operation::average;
    case op::vshl:
      return video_operation::shift_left;
    case op::vshr:
      return video_operation::shift_right;
    case op::vmad:
      return video_operation::multiply_add;
    default:
      return video_operation::compare;
  }
}

std::uint8_t elements_of(const decoded& i) {
  const char last = i.source->opcode.back();
  return last == '2' ? 2 : last == '4' ? 4 : 1;
}

video_comparison comparison_of(const decoded& i) {
  constexpr word words[] = {word::eq, word::ne, word::lt, word::le, word::gt};
  for (std::uint8_t c = 0; c < 5; ++c) {
    if (i.has(words[c])) return static_cast<video_comparison>(c);
  }
  return video_comparison::ge;
}

video_second second_of(const decoded& i) {
  if (i.has(word::op_add)) return video_second::add;
  if (i.has(word::op_min)) return video_second::minimum;
  return i.has(word::op_max) ? video_second::maximum : video_second::none;
}

constexpr unsigned no_part = ~0u;

// Of "b2", "h1"; of "" the whole.
unsigned single_part(std::string_view part) {
  if (part.empty()) return whole;
  const auto number = static_cast<unsigned>(part.size() == 2 ? part[1] - '0' : 9);
  if (part[0] == 'b' && number < 4) return byte_0 + number;
  if (part[0] == 'h' && number < 2) return half_0 + number;
  return no_part;
}

// Of "h32", "b7531": the elements' numbers, 4 bits each; of "" those from `first` on.
unsigned several_parts(std::string_view part, unsigned elements, unsigned first) {
  unsigned result = 0;
  if (part.empty()) {
    for (unsigned e = 0; e < elements; ++e) result |= (first + e) << (4 * e);
    return result;
  }
  if (part.size() != elements + 1 || part[0] != (elements == 2 ? 'h' : 'b')) return no_part;
  for (const char digit : part.substr(1)) {
    const auto number = static_cast<unsigned>(digit - '0');
    if (number >= 2 * elements) return no_part;
    result = result << 4 | number;
  }
  return result;
}

// Of "h10", "b20": the elements that are written, as a mask; of "" all.
unsigned element_mask(std::string_view part, unsigned elements) {
  if (part.empty()) return (1u << elements) - 1;
  if (part[0] != (elements == 2 ? 'h' : 'b')) return no_part;
  unsigned mask = 0;
  for (const char digit : part.substr(1)) {
    const auto number = static_cast<unsigned>(digit - '0');
    if (number >= elements) return no_part;
    mask |= 1u << number;
  }
  return mask;
}

// Forms of which compute capability 9.0 makes something else than the manual: sums of mixed sign
// are not kept from passing the largest u32, negative results become the largest value of a signed
// part, and vmad takes both factors for signed if one is.
bool differs_on_hardware(const video_form& form) {
  const bool mixed = form.signed_a != form.signed_b;
  if (form.elements != 1) return false;
  if (form.operation == video_operation::multiply_add)
    return mixed && (form.part_a == whole || form.part_b == whole);
  if (form.saturate == 0) return false;
  return (form.part_d != whole && form.signed_d != 0) ||
         (form.operation == video_operation::add && form.signed_d == 0 && mixed);
}

bool is_word(scalar type) { return type == scalar::u32 || type == scalar::s32; }

}  // namespace

void function_lowering::lower_video(const decoded& i) {
  std::vector<operand> o = i.source->operands;
  const unsigned elements = elements_of(i);
  video_form form{};
  form.operation = operation_of(i.operation);
  form.elements = static_cast<std::uint8_t>(elements & 7);

  // vset names the types of a and b only.
  const bool compares = form.operation == video_operation::compare;
  const unsigned first_type = compares ? 0 : 1;
  if (i.type_count != first_type + 2) refuse(i);
  for (unsigned t = 0; t < i.type_count; ++t) {
    if (!is_word(i.types[t])) refuse(i);
  }
  form.signed_d = !compares && i.types[0] == scalar::s32;
  form.signed_a = i.types[first_type] == scalar::s32;
  form.signed_b = i.types[first_type + 1] == scalar::s32;

  const unsigned d = elements == 1 ? single_part(o[0].part) : element_mask(o[0].part, elements);
  const unsigned a = elements == 1 ? single_part(o[1].part) : several_parts(o[1].part, elements, 0);
  const unsigned b =
      elements == 1 ? single_part(o[2].part) : several_parts(o[2].part, elements, elements);
  if (d == no_part || a == no_part || b == no_part) refuse_operand();
  form.part_d = static_cast<std::uint8_t>(d & 0xf);
  form.part_a = static_cast<std::uint16_t>(a);
  form.part_b = static_cast<std::uint16_t>(b);

  form.comparison = comparison_of(i);
  form.second = second_of(i);
  form.saturate = i.has(word::sat);
  form.wrap = i.has(word::wrap);
  form.plus_one = i.has(word::po);
  form.scale = i.has(word::shr7) ? 7 : i.has(word::shr15) ? 15 : 0;
  // Only vmad negates. A part of the result, or a second operation, needs operand c.
  if (i.operation == op::vmad) {
    form.negate_product = o[1].negated != o[2].negated;
    form.negate_c = o[3].negated;
    for (operand& source : o) source.negated = false;
  }
  const bool needs_c = form.second != video_second::none || (elements == 1 && d != whole);
  if (needs_c && o.size() < 4) refuse(i);
  if (elements == 1 && d != whole && form.second != video_second::none) refuse(i);
  if (differs_on_hardware(form))
    throw unsupported(
        protocol::phrase("video-not-supported",
                         "instruction {} at PTX line {} of {} is not supported: with these types, "
                         "GPUs give other results than the ISA manual says",
                         ptx::spelled(*i.source), i.source->ptx_line, std::string(syntax_.name)));
  for (operand& part : o) part.part = {};

  step s;
  s.a = source(o[1], 4, i.types[first_type]);
  s.b = source(o[2], 4, i.types[first_type + 1]);
  s.c = o.size() > 3 ? source(o[3], 4) : shared_.rows.constant(4, 0);
  s.d = destination(o[0], 4);
  s.immediate = form.pack();
  s.run = shared_.actions.video();
  s.instruction = instruction_;
  steps_.push_back(s);
  store_result(o[0], s.d, 4, form.signed_d != 0);
}

}  // namespace lockstep::simt
