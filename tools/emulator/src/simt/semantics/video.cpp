// Video instructions (PTX ISA 9.7.18): arithmetic on parts of 32-bit operands, saturated to the
// size of what is written, with a second operation behind it. They are rare: one action serves all,
// what they are stands in step::immediate (video_form).
#include <algorithm>
#include <cstdint>

#include "simt/semantics/families.hpp"
#include "simt/semantics/lanes.hpp"
#include "simt/semantics/video_form.hpp"

namespace lockstep::simt::LOCKSTEP_ISA {
namespace {

std::int64_t extended(std::uint32_t x, unsigned bits, bool is_signed) {
  const std::int64_t value = x & ((std::uint64_t{1} << bits) - 1);
  return is_signed && (value >> (bits - 1)) != 0 ? value - (std::int64_t{1} << bits) : value;
}

struct bit_range {
  unsigned first, count;
};
bit_range range_of(unsigned part) {
  if (part == whole) return {0, 32};
  return part < half_0 ? bit_range{8 * (part - byte_0), 8} : bit_range{16 * (part - half_0), 16};
}

std::int64_t clamped_to(std::int64_t x, unsigned bits, bool is_signed) {
  const std::int64_t most = (std::int64_t{1} << (is_signed ? bits - 1 : bits)) - 1;
  return std::clamp(x, is_signed ? -most - 1 : std::int64_t{0}, most);
}

bool holds(video_comparison c, std::int64_t a, std::int64_t b) {
  switch (c) {
    case video_comparison::eq:
      return a == b;
    case video_comparison::ne:
      return a != b;
    case video_comparison::lt:
      return a < b;
    case video_comparison::le:
      return a <= b;
    case video_comparison::gt:
      return a > b;
    default:
      return a >= b;
  }
}

std::int64_t computed(const video_form& form, std::int64_t a, std::int64_t b) {
  const std::int64_t by = form.wrap != 0 ? b & 31 : std::min<std::int64_t>(b, 32);  // of shifts
  switch (form.operation) {
    case video_operation::add:
      return a + b;
    case video_operation::sub:
      return a - b;
    case video_operation::absolute_difference:
      return a < b ? b - a : a - b;
    case video_operation::minimum:
      return std::min(a, b);
    case video_operation::maximum:
      return std::max(a, b);
    case video_operation::average:
      return (a + b + (a + b >= 0 ? 1 : 0)) >> 1;
    case video_operation::shift_left:
      return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) << by);
    case video_operation::shift_right:
      return a >> by;
    default:
      return holds(form.comparison, a, b) ? 1 : 0;
  }
}

std::uint32_t combined(const video_form& form, std::int64_t x, std::uint32_t c) {
  const std::int64_t first = extended(static_cast<std::uint32_t>(x), 32, form.signed_d != 0),
                     other = extended(c, 32, form.signed_d != 0);
  switch (form.second) {
    case video_second::add:
      return static_cast<std::uint32_t>(x) + c;
    case video_second::minimum:
      return static_cast<std::uint32_t>(std::min(first, other));
    case video_second::maximum:
      return static_cast<std::uint32_t>(std::max(first, other));
    default:
      return static_cast<std::uint32_t>(x);
  }
}

std::int64_t part_of(std::uint32_t x, unsigned part, bool is_signed) {
  const bit_range range = range_of(part);
  return extended(x >> range.first, range.count, is_signed);
}

std::uint32_t one(const video_form& form, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  const bool shifts = form.operation == video_operation::shift_left ||
                      form.operation == video_operation::shift_right;
  std::int64_t result = computed(form, part_of(a, form.part_a, form.signed_a != 0),
                                 part_of(b, form.part_b, !shifts && form.signed_b != 0));
  const bit_range to = range_of(form.part_d);
  if (form.saturate != 0) result = clamped_to(result, to.count, form.signed_d != 0);
  if (form.part_d == whole) return combined(form, result, c);
  const std::uint32_t mask = ((1u << to.count) - 1) << to.first;
  return (static_cast<std::uint32_t>(result) << to.first & mask) | (c & ~mask);
}

std::uint32_t multiplied(const video_form& form, std::uint32_t a, std::uint32_t b,
                         std::uint32_t c) {
  const bool is_signed =
      form.signed_a != 0 || form.signed_b != 0 || form.negate_product != 0 || form.negate_c != 0;
  __int128 product = static_cast<__int128>(part_of(a, form.part_a, form.signed_a != 0)) *
                     part_of(b, form.part_b, form.signed_b != 0);
  __int128 addend = extended(c, 32, is_signed);
  if (form.negate_product != 0) product = -product;
  if (form.negate_c != 0) addend = -addend;
  const __int128 sum = (product + addend + form.plus_one) >> form.scale;
  const auto result = static_cast<std::int64_t>(sum);
  return static_cast<std::uint32_t>(form.saturate != 0 ? clamped_to(result, 32, is_signed)
                                                       : result);
}

std::uint32_t several(const video_form& form, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  const unsigned bits = 32u / form.elements;
  const std::uint32_t mask = (1u << bits) - 1;
  const auto element = [&](unsigned parts, unsigned i, bool is_signed) {
    const unsigned number = parts >> (4 * i) & 0xf;
    const std::uint32_t from = number < form.elements ? a : b;
    return extended(from >> bits * (number % form.elements), bits, is_signed);
  };
  std::uint32_t result = form.second == video_second::add ? c : 0;
  for (unsigned i = 0; i < form.elements; ++i) {
    const bool taken = (form.part_d >> i & 1) != 0;
    std::int64_t x = computed(form, element(form.part_a, i, form.signed_a != 0),
                              element(form.part_b, i, form.signed_b != 0));
    if (form.saturate != 0) x = clamped_to(x, bits, form.signed_d != 0);
    if (form.second == video_second::add)
      result += taken ? static_cast<std::uint32_t>(x) : 0;
    else
      result |= (taken ? static_cast<std::uint32_t>(x) & mask : c >> bits * i & mask) << bits * i;
  }
  return result;
}

const step* video(warp& w, const step* s) {
  const auto *a = row<std::uint32_t>(w, s->a), *b = row<std::uint32_t>(w, s->b),
             *c = row<std::uint32_t>(w, s->c);
  auto* d = row<std::uint32_t>(w, s->d);
  const video_form form = video_form::unpack(s->immediate);
  const auto of = form.elements != 1                                ? &several
                  : form.operation == video_operation::multiply_add ? &multiplied
                                                                    : &one;
  each(w.active, [&](unsigned i) { d[i] = of(form, a[i], b[i], c[i]); });
  return s + 1;
}

}  // namespace

action video_action() { return &video; }

}  // namespace lockstep::simt::LOCKSTEP_ISA
