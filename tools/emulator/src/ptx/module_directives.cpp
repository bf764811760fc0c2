#include "ptx/module_directives.hpp"

#include <string>

#include "ptx/constant_expression.hpp"
#include "ptx/parser.hpp"

namespace lockstep::ptx {

bool parse_pragma(lexer& in) {
  bool is_nounroll = false;
  do {
    const token one = in.expect(token_kind::string, "a string");
    is_nounroll = is_nounroll || one.text == "nounroll";
  } while (in.accept(","));
  in.expect(";");
  return is_nounroll;
}

void skip_pragma(lexer& in) { static_cast<void>(parse_pragma(in)); }

void skip_section(lexer& in) {
  while (in.peek().kind == token_kind::directive || in.peek().kind == token_kind::word) in.next();
  in.skip_braces();
}

void skip_parentheses(lexer& in) {
  in.expect("(");
  for (int depth = 1; depth > 0;) {
    const token t = in.next();
    if (t.kind == token_kind::end) throw syntax_error(t.line, "expected ')', found " + quoted(t));
    if (t.is("(")) ++depth;
    if (t.is(")")) --depth;
  }
}

namespace {

// nvcc writes bytes beyond ASCII in octal: "d\303\274r" for "dür".
std::string without_escapes(std::string_view text) {
  const auto is_octal = [&](std::size_t at) { return text[at] >= '0' && text[at] <= '7'; };
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_escape = text[i] == '\\' && i + 3 < text.size() && text[i + 1] <= '3' &&
                           is_octal(i + 1) && is_octal(i + 2) && is_octal(i + 3);
    if (!is_escape) {
      result += text[i];
      continue;
    }
    result +=
        static_cast<char>((text[i + 1] - '0') * 64 + (text[i + 2] - '0') * 8 + text[i + 3] - '0');
    i += 3;
  }
  return result;
}

}  // namespace

void parse_file(lexer& in, module& into) {
  constexpr std::uint32_t most_files = 1'000'000;
  const token t = in.expect(token_kind::number, "a file's number");
  const std::uint64_t number = parse_number(t).value;
  if (number >= most_files)
    throw syntax_error(t.line, "a file's number is out of range: " + quoted(t));
  if (number >= into.files.size()) into.files.resize(number + 1);
  into.files[number] = without_escapes(in.expect(token_kind::string, "a file's name").text);
  while (in.accept(",")) in.expect(token_kind::number, "a time or size");
}

}  // namespace lockstep::ptx
