#include "ptx/variables.hpp"

#include <bit>
#include <string>

#include "ptx/constant_expression.hpp"
#include "ptx/parser.hpp"

namespace lockstep::ptx {
namespace {

constexpr std::uint64_t largest_variable = std::uint64_t{1} << 40;
constexpr std::size_t most_dimensions = 8;

std::uint32_t parse_alignment(lexer& in) {
  const std::uint32_t line = in.peek().line;
  const std::uint32_t alignment = parse_count(in, "an alignment");
  if (!std::has_single_bit(alignment)) {
    throw syntax_error(line,
                       "an alignment must be a power of two, not " + std::to_string(alignment));
  }
  return alignment;
}

// .attribute(.managed), .attribute(.unified(1, 2)): only the first changes what a program does.
bool parse_attributes(lexer& in) {
  bool managed = false;
  in.expect("(");
  do {
    managed |= in.expect(token_kind::directive, "an attribute").text == "managed";
    if (in.accept("(")) {
      do {
        in.expect(token_kind::number, "a number");
      } while (in.accept(","));
      in.expect(")");
    }
  } while (in.accept(","));
  in.expect(")");
  return managed;
}

// `.ptr .global .align 8`: a promise about what a pointer parameter points to. Nothing here needs
// it.
void skip_pointer_promise(lexer& in) {
  while (in.peek().kind == token_kind::directive) {
    const token word = in.next();
    if (word.text == "align") {
      parse_alignment(in);
    } else if (!space_named(word.text)) {
      throw syntax_error(word.line, "expected a state space behind .ptr, found " + quoted(word));
    }
  }
}

}  // namespace

std::optional<state_space> space_named(std::string_view word) {
  if (word == "reg") return state_space::reg;
  if (word == "global") return state_space::global;
  if (word == "shared") return state_space::shared;
  if (word == "local") return state_space::local;
  if (word == "param") return state_space::param;
  if (word == "const") return state_space::constant;
  return {};
}

std::optional<linkage> linkage_named(std::string_view word) {
  if (word == "visible") return linkage::visible;
  if (word == "extern") return linkage::external;
  if (word == "weak") return linkage::weak;
  if (word == "common") return linkage::common;
  return {};
}

declaration_head parse_head(lexer& in, state_space space, linkage link) {
  declaration_head head;
  head.space = space;
  head.link = link;
  const std::uint32_t line = in.peek().line;
  while (in.peek().kind == token_kind::directive) {
    const token word = in.next();
    if (word.text == "align") {
      head.alignment = parse_alignment(in);
    } else if (word.text == "attribute") {
      head.managed |= parse_attributes(in);
    } else if (word.text == "ptr") {
      skip_pointer_promise(in);
    } else if (word.text == "v2" || word.text == "v4" || word.text == "v8") {
      head.width = static_cast<std::uint8_t>(word.text[1] - '0');
    } else if (word.text == "texref" || word.text == "samplerref" || word.text == "surfref") {
      head.type = scalar::other;
    } else if (const scalar type = scalar_named(word.text); type != scalar::none) {
      head.type = type;
    } else {
      throw syntax_error(word.line, "expected a type, found " + quoted(word));
    }
  }
  if (head.type == scalar::none) throw syntax_error(line, "this declaration has no type");
  if (head.type == scalar::pred && space != state_space::reg) {
    throw syntax_error(line, "a .pred can only be a register");
  }
  return head;
}

declarator parse_declarator(lexer& in) {
  declarator result;
  result.name = in.expect(token_kind::word, "a name");
  while (in.accept("[")) {
    const bool unknown = in.peek().is("]") && result.dimensions.empty();
    const std::int64_t count = unknown ? 0 : parse_integer(in, "a number of elements");
    if (count < 0 || result.dimensions.size() == most_dimensions) {
      throw syntax_error(result.name.line, quoted(result.name) + " has an impossible size");
    }
    result.dimensions.push_back(static_cast<std::uint64_t>(count));
    in.expect("]");
  }
  return result;
}

variable make_variable(const declaration_head& head, const declarator& declared) {
  variable v;
  v.name = declared.name.text;
  v.space = head.space;
  v.link = head.link;
  v.type = head.type;
  v.managed = head.managed;
  v.size = size_of(head.type) * head.width;
  v.alignment = head.alignment != 0 ? head.alignment : static_cast<std::uint32_t>(v.size);
  if (v.alignment == 0) v.alignment = 1;
  bool empty = false;
  for (const std::uint64_t count : declared.dimensions) {
    if (count == 0) {
      empty = true;
    } else if (v.size > largest_variable / count) {
      throw syntax_error(declared.name.line, quoted(declared.name) + " has an impossible size");
    } else {
      v.size *= count;
    }
  }
  if (empty) v.size = 0;
  return v;
}

}  // namespace lockstep::ptx
