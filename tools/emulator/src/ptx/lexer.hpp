// Text -> tokens. The parser looks one token ahead and never further.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace lockstep::ptx {

enum class token_kind : std::uint8_t {
  end,
  word,         // an identifier, a register, an opcode: "%r1", "$L__BB0_2", "ld"
  directive,    // a word after a dot, without the dot: "global", "shared::cta", "2d"
  number,       // as written: 12, 0x1F, 0f3F800000, 1.5e-3, 4U
  string,       // without the quotes
  punctuation,  // one or two characters
};

struct token {
  token_kind kind = token_kind::end;
  std::string_view text;
  std::uint32_t line = 1;

  bool is(std::string_view punctuation) const {
    return kind == token_kind::punctuation && text == punctuation;
  }
};

class lexer {
 public:
  explicit lexer(std::string_view text);

  const token& peek() const { return ahead_; }
  token next();

  // Punctuation: take it if it is next, or else fail with what was expected.
  bool accept(std::string_view punctuation);
  void expect(std::string_view punctuation);

  // The next token, which must be of this kind; `what` names it in the message.
  token expect(token_kind kind, std::string_view what);

  // Skip from the `{` that is next to the `}` that closes it, without making tokens of what is
  // between.
  void skip_braces();

  // syntax_error at the next token: "expected WHAT, found ...".
  [[noreturn]] void fail_expected(std::string_view what) const;

 private:
  token scan();
  token take(token_kind kind, std::size_t length);
  void skip_blanks();
  std::size_t number_length() const;
  char at(std::size_t distance) const;

  std::string_view text_;
  std::size_t position_ = 0;
  std::uint32_t line_ = 1;
  token ahead_;
};

// A token for a message: quoted, cut short, without unprintable characters.
std::string quoted(const token& t);

}  // namespace lockstep::ptx
