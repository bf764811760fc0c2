#include "ptx/module_directives.hpp"

#include <string>

#include "ptx/constant_expression.hpp"
#include "ptx/parser.hpp"

namespace lockstep::ptx {

void skip_pragma(lexer& in) {
  do {
    in.expect(token_kind::string, "a string");
  } while (in.accept(","));
  in.expect(";");
}

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

void parse_file(lexer& in, module& into) {
  constexpr std::uint32_t most_files = 1'000'000;
  const token t = in.expect(token_kind::number, "a file's number");
  const std::uint64_t number = parse_number(t).value;
  if (number >= most_files)
    throw syntax_error(t.line, "a file's number is out of range: " + quoted(t));
  if (number >= into.files.size()) into.files.resize(number + 1);
  into.files[number] = in.expect(token_kind::string, "a file's name").text;
  while (in.accept(",")) in.expect(token_kind::number, "a time or size");
}

}  // namespace lockstep::ptx
