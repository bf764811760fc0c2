#include "ptx/operands.hpp"

#include "ptx/constant_expression.hpp"
#include "ptx/parser.hpp"
#include "ptx/special_registers.hpp"

namespace lockstep::ptx {
namespace {

using kind_t = operand::kind_t;

operand with_index(kind_t kind, std::uint32_t index, std::string_view name) {
  operand o;
  o.kind = kind;
  o.index = index;
  o.text = name;
  return o;
}

// From the first character of `first` to the last of `last`; both point into the same text.
std::string_view joined(const token& first, const token& last) {
  const char* const end = last.text.data() + last.text.size();
  return {first.text.data(), static_cast<std::size_t>(end - first.text.data())};
}

}  // namespace

std::vector<operand> operand_parser::parse_all(bool is_call) {
  std::vector<operand> result;
  waits_for_labels_ = false;
  if (in_.accept(";")) return result;
  do {
    result.push_back(parse_operand(is_call));
  } while (in_.accept(","));
  if (!in_.accept(";")) in_.fail_expected("',' or ';'");
  return result;
}

std::int32_t operand_parser::parse_guard() {
  const token name = in_.expect(token_kind::word, "a predicate register");
  const symbol* const found = scopes_.find(name.text);
  if (found == nullptr) throw syntax_error(name.line, quoted(name) + " is not declared");
  if (found->kind != symbol::kind_t::reg || found->type != scalar::pred) {
    throw syntax_error(name.line,
                       quoted(name) + " guards an instruction but is not a .pred register");
  }
  return static_cast<std::int32_t>(found->index);
}

operand operand_parser::parse_operand(bool is_call) {
  if (in_.accept("[")) return parse_address();
  if (in_.accept("{")) return parse_list("}", false);
  if (is_call && in_.accept("(")) return parse_list(")", true);
  bool negated = in_.accept("!");
  if (negated && in_.peek().kind != token_kind::word)
    in_.fail_expected("a predicate register behind '!'");
  if (is_minus_of_register()) negated = in_.accept("-");
  if (in_.peek().kind != token_kind::word) return parse_number();

  operand o = parse_name(in_.next());
  o.negated = negated;
  if ((o.kind == kind_t::reg || o.kind == kind_t::sink) && in_.accept("|")) {
    o.elements.push_back(parse_name(in_.expect(token_kind::word, "a register")));
  }
  return o;
}

bool operand_parser::is_minus_of_register() {
  if (!in_.peek().is("-")) return false;
  lexer behind = in_;
  behind.next();
  const symbol* const found = scopes_.find(behind.peek().text);
  return found != nullptr && found->kind == symbol::kind_t::reg;
}

operand operand_parser::parse_name(const token& name) {
  if (name.text == "_") return {};
  if (const symbol* const found = scopes_.find(name.text)) {
    switch (found->kind) {
      case symbol::kind_t::reg:
        return parse_register(name, *found);
      case symbol::kind_t::branch_targets:
      case symbol::kind_t::prototype:
        return with_index(kind_t::text, found->index, name.text);
      case symbol::kind_t::variable:
      case symbol::kind_t::module_variable: {
        operand o = with_index(kind_t::variable, found->index, name.text);
        o.of_module = found->kind == symbol::kind_t::module_variable;
        o.offset = parse_offset();
        return o;
      }
    }
  }
  if (is_special_register(name.text)) return parse_special(name);
  if (const auto v = symbols_.variables.find(name.text); v != symbols_.variables.end()) {
    operand o = with_index(kind_t::variable, v->second, name.text);
    o.of_module = true;
    o.offset = parse_offset();
    return o;
  }
  if (symbols_.functions.count(name.text)) return with_index(kind_t::function, 0, name.text);
  if (name.text[0] == '%') throw syntax_error(name.line, quoted(name) + " is not declared");
  waits_for_labels_ = true;
  return with_index(kind_t::label, symbol::not_used_yet, name.text);
}

operand operand_parser::parse_register(const token& name, const symbol& found) {
  const auto element = [&](std::uint32_t i) {
    return with_index(kind_t::reg, found.index + i, registers_[found.index].name);
  };
  if (in_.peek().kind == token_kind::directive) {
    const token part = in_.next();
    const std::size_t component = std::string_view("xyzw").find(part.text);
    if (found.width == 1) {  // %r1.b0
      operand o = element(0);
      o.part = part.text;
      return o;
    }
    if (part.text.size() != 1 || component >= found.width) {
      throw syntax_error(part.line, quoted(name) + " has no component " + quoted(part));
    }
    return element(static_cast<std::uint32_t>(component));
  }
  if (found.width == 1) return element(0);
  operand list;
  list.kind = kind_t::list;
  for (std::uint32_t i = 0; i < found.width; ++i) list.elements.push_back(element(i));
  return list;
}

operand operand_parser::parse_special(const token& name) {
  if (in_.peek().kind != token_kind::directive) return with_index(kind_t::special, 0, name.text);
  const token part = in_.next();
  if (part.text.size() != 1 || std::string_view("xyzw").find(part.text) == std::string_view::npos) {
    throw syntax_error(part.line, quoted(name) + " has no component " + quoted(part));
  }
  return with_index(kind_t::special, 0, joined(name, part));
}

operand operand_parser::parse_address() {
  operand o;
  if (in_.peek().kind == token_kind::word) {
    const token name = in_.next();
    o = parse_name(name);
    if (o.kind != kind_t::reg && o.kind != kind_t::variable) {
      throw syntax_error(
          name.line,
          quoted(name) + " cannot be an address: it is not declared as a register or variable");
    }
    o.base = o.kind;
    if (o.kind == kind_t::reg) o.offset = parse_offset();
  } else {
    o.base = kind_t::integer;
    o.value = static_cast<std::uint64_t>(parse_integer(in_, "an address"));
  }
  o.kind = kind_t::address;
  // Coordinates of a texture or tensor: [tensor, {x, y}].
  while (in_.accept(",")) o.elements.push_back(parse_operand(false));
  in_.expect("]");
  return o;
}

operand operand_parser::parse_list(std::string_view close, bool is_call) {
  operand list;
  list.kind = kind_t::list;
  if (in_.accept(close)) return list;
  do {
    if (in_.peek().is("{") || in_.peek().is("[") || (is_call && in_.peek().is("("))) {
      in_.fail_expected("a register or constant");  // lists do not nest
    }
    list.elements.push_back(parse_operand(false));
  } while (in_.accept(","));
  in_.expect(close);
  return list;
}

operand operand_parser::parse_number() {
  if (in_.peek().kind != token_kind::number && in_.peek().kind != token_kind::punctuation) {
    in_.fail_expected("an operand");
  }
  const constant c = parse_constant(in_);
  operand o;
  o.kind = c.real ? kind_t::real : kind_t::integer;
  o.bits = c.real ? c.bits : 0;
  o.value = c.value;
  return o;
}

std::int64_t operand_parser::parse_offset() {
  if (!in_.peek().is("+") && !in_.peek().is("-")) return 0;
  return parse_integer(in_, "a number of bytes");
}

}  // namespace lockstep::ptx
