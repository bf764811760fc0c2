#include "ptx/constant_expression.hpp"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>

#include "ptx/parser.hpp"

namespace lockstep::ptx {
namespace {

constexpr int deepest_nesting = 64;

[[noreturn]] void bad_number(const token& t, const std::string& why) {
  throw syntax_error(t.line, quoted(t) + " is not a number: " + why);
}

std::uint64_t digits(const token& t, std::string_view text, int base) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error == std::errc::result_out_of_range) bad_number(t, "it does not fit 64 bits");
  if (error != std::errc{} || end != text.data() + text.size()) {
    bad_number(t, "digits of base " + std::to_string(base) + " expected");
  }
  return value;
}

constant real_of_bits(const token& t, std::uint8_t bits) {
  const std::string_view hex = t.text.substr(2);
  if (hex.size() != bits / 4u) {
    bad_number(t, std::to_string(bits / 4) + " hexadecimal digits expected");
  }
  return {.real = true, .bits = bits, .value = digits(t, hex, 16)};
}

constant decimal_real(const token& t) {
  double value = 0;
  const char* const last = t.text.data() + t.text.size();
  const auto [end, error] = std::from_chars(t.text.data(), last, value);
  if (error != std::errc{} || end != last) bad_number(t, "a decimal fraction expected");
  return {.real = true, .value = std::bit_cast<std::uint64_t>(value)};
}

// A recursive descent over C's operators, one level of binding strength per call.
class expression {
 public:
  explicit expression(lexer& in) : in_(in) {}

  constant choice() {
    enter();
    constant result = binary(0);
    if (in_.accept("?")) {
      const constant yes = choice();
      in_.expect(":");
      const constant no = choice();
      result = integer(result).value != 0 ? yes : no;
    }
    --depth_;
    return result;
  }

 private:
  void enter() {
    if (++depth_ > deepest_nesting) {
      throw syntax_error(in_.peek().line, "this expression is nested too deeply");
    }
  }

  const constant& integer(const constant& c) const {
    if (c.real) throw syntax_error(in_.peek().line, "an integer is expected here, not a fraction");
    return c;
  }

  constant unary() {
    enter();
    constant result;
    if (in_.accept("-")) {
      result = unary();
      if (result.real) {
        result.value ^= std::uint64_t{1} << (result.bits - 1);
      } else {
        result.value = 0 - result.value;
      }
    } else if (in_.accept("+")) {
      result = unary();
    } else if (in_.accept("~")) {
      result = integer(unary());
      result.value = ~result.value;
    } else if (in_.accept("!")) {
      result = {.value = integer(unary()).value == 0};
    } else if (in_.accept("(")) {
      result = parenthesised();
    } else {
      result = parse_number(in_.expect(token_kind::number, "a number"));
    }
    --depth_;
    return result;
  }

  // Behind "(": a cast such as (.u64) and its operand, or an expression.
  constant parenthesised() {
    if (in_.peek().kind == token_kind::directive) {
      const token type = in_.next();
      if (type.text != "s64" && type.text != "u64") {
        throw syntax_error(type.line,
                           "only .s64 and .u64 are casts of constants, not " + quoted(type));
      }
      in_.expect(")");
      constant result = integer(unary());
      result.is_unsigned = type.text == "u64";
      return result;
    }
    const constant result = choice();
    in_.expect(")");
    return result;
  }

  static int strength(const token& t) {
    if (t.kind != token_kind::punctuation) return -1;
    constexpr std::string_view levels[][4] = {
        {"||"},
        {"&&"},
        {"|"},
        {"^"},
        {"&"},
        {"==", "!="},
        {"<", ">", "<=", ">="},
        {"<<", ">>"},
        {"+", "-"},
        {"*", "/", "%"},
    };
    for (int level = 0; level < static_cast<int>(std::size(levels)); ++level) {
      for (const std::string_view op : levels[level]) {
        if (t.text == op && !op.empty()) return level;
      }
    }
    return -1;
  }

  constant binary(int weakest) {
    constant left = unary();
    for (int level = strength(in_.peek()); level >= weakest && level >= 0;
         level = strength(in_.peek())) {
      const token op = in_.next();
      const constant right = binary(level + 1);
      left = apply(op, integer(left), integer(right));
    }
    return left;
  }

  static constant apply(const token& op, const constant& a, const constant& b) {
    const bool u = a.is_unsigned || b.is_unsigned;
    const auto sa = static_cast<std::int64_t>(a.value), sb = static_cast<std::int64_t>(b.value);
    const auto of = [u](std::uint64_t value) { return constant{.is_unsigned = u, .value = value}; };
    const auto truth = [](bool value) { return constant{.value = value}; };
    const std::string_view o = op.text;
    if (o == "+") return of(a.value + b.value);
    if (o == "-") return of(a.value - b.value);
    if (o == "*") return of(a.value * b.value);
    if (o == "&") return of(a.value & b.value);
    if (o == "|") return of(a.value | b.value);
    if (o == "^") return of(a.value ^ b.value);
    if (o == "==") return truth(a.value == b.value);
    if (o == "!=") return truth(a.value != b.value);
    if (o == "&&") return truth(a.value && b.value);
    if (o == "||") return truth(a.value || b.value);
    if (o == "<") return truth(u ? a.value < b.value : sa < sb);
    if (o == ">") return truth(u ? a.value > b.value : sa > sb);
    if (o == "<=") return truth(u ? a.value <= b.value : sa <= sb);
    if (o == ">=") return truth(u ? a.value >= b.value : sa >= sb);
    if (o == "<<" || o == ">>") {
      if (b.value > 63) throw syntax_error(op.line, "a constant is shifted by more than 63 bits");
      const auto by = static_cast<int>(b.value);
      const constant result = {.is_unsigned = a.is_unsigned,
                               .value = o == "<<"       ? a.value << by
                                        : a.is_unsigned ? a.value >> by
                                                        : static_cast<std::uint64_t>(sa >> by)};
      return result;
    }
    if (b.value == 0) throw syntax_error(op.line, "a constant is divided by zero");
    if (!u && sa == std::numeric_limits<std::int64_t>::min() && sb == -1) {
      return of(o == "/" ? a.value : 0);  // would overflow
    }
    if (o == "/") return of(u ? a.value / b.value : static_cast<std::uint64_t>(sa / sb));
    return of(u ? a.value % b.value : static_cast<std::uint64_t>(sa % sb));
  }

  lexer& in_;
  int depth_ = 0;
};

}  // namespace

constant parse_number(const token& t) {
  std::string_view text = t.text;
  const char prefix = text.size() > 1 && text[0] == '0' ? text[1] : '\0';
  if (prefix == 'f' || prefix == 'F') return real_of_bits(t, 32);
  if (prefix == 'd' || prefix == 'D') return real_of_bits(t, 64);
  const bool hexadecimal = prefix == 'x' || prefix == 'X';
  if (!hexadecimal && text.find_first_of(".eE") != text.npos) return decimal_real(t);

  const bool suffix = text.back() == 'U' || text.back() == 'u';
  if (suffix) text.remove_suffix(1);
  std::uint64_t value = 0;
  if (hexadecimal) {
    value = digits(t, text.substr(2), 16);
  } else if (prefix == 'b' || prefix == 'B') {
    value = digits(t, text.substr(2), 2);
  } else {
    value = digits(t, text, text.size() > 1 && text[0] == '0' ? 8 : 10);
  }
  return {.is_unsigned = suffix || value >> 63 != 0, .value = value};
}

constant parse_constant(lexer& in) { return expression(in).choice(); }

std::int64_t parse_integer(lexer& in, const char* what) {
  const std::uint32_t line = in.peek().line;
  const constant c = parse_constant(in);
  if (c.real) throw syntax_error(line, std::string("expected ") + what + ", found a fraction");
  return static_cast<std::int64_t>(c.value);
}

std::uint32_t parse_count(lexer& in, const char* what) {
  const std::uint32_t line = in.peek().line;
  const std::int64_t value = parse_integer(in, what);
  if (value < 0 || value > std::numeric_limits<std::uint32_t>::max()) {
    throw syntax_error(line, std::string(what) + " is out of range: " + std::to_string(value));
  }
  return static_cast<std::uint32_t>(value);
}

}  // namespace lockstep::ptx
