#include "ptx/lexer.hpp"

#include <algorithm>
#include <string>

#include "ptx/parser.hpp"

namespace lockstep::ptx {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool continues_word(char c) { return is_letter(c) || is_digit(c) || c == '_' || c == '$'; }

constexpr std::string_view two_characters[] = {"<<", ">>", "<=", ">=", "==", "!=", "&&", "||"};
constexpr std::string_view one_character = "{}()[]<>,;:@!=+-*/%&|^~?";

}  // namespace

lexer::lexer(std::string_view text) : text_(text) { ahead_ = scan(); }

token lexer::next() {
  const token taken = ahead_;
  ahead_ = scan();
  return taken;
}

bool lexer::accept(std::string_view punctuation) {
  if (!ahead_.is(punctuation)) return false;
  next();
  return true;
}

void lexer::expect(std::string_view punctuation) {
  if (!accept(punctuation)) fail_expected("'" + std::string(punctuation) + "'");
}

token lexer::expect(token_kind kind, std::string_view what) {
  if (ahead_.kind != kind) fail_expected(what);
  return next();
}

void lexer::skip_braces() {
  if (!ahead_.is("{")) fail_expected("'{'");
  const std::uint32_t opened = ahead_.line;
  // position_ stands behind the brace: it is the token ahead.
  for (std::size_t depth = 1; depth > 0; ++position_) {
    if (position_ >= text_.size()) {
      throw syntax_error(opened, "the '{' that opens here is never closed");
    }
    const char c = text_[position_];
    if (c == '\n') ++line_;
    if (c == '{') ++depth;
    if (c == '}') --depth;
  }
  ahead_ = scan();
}

void lexer::fail_expected(std::string_view what) const {
  throw syntax_error(ahead_.line, "expected " + std::string(what) + ", found " + quoted(ahead_));
}

char lexer::at(std::size_t distance) const {
  return position_ + distance < text_.size() ? text_[position_ + distance] : '\0';
}

token lexer::take(token_kind kind, std::size_t length) {
  const token taken{kind, text_.substr(position_, length), line_};
  position_ += taken.text.size();
  return taken;
}

void lexer::skip_blanks() {
  while (position_ < text_.size()) {
    const char c = text_[position_];
    if (c == '\n') {
      ++line_;
      ++position_;
    } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
      ++position_;
    } else if (c == '/' && at(1) == '/') {
      position_ = std::min(text_.find('\n', position_), text_.size());
    } else if (c == '/' && at(1) == '*') {
      const std::size_t close = text_.find("*/", position_ + 2);
      if (close == text_.npos) throw syntax_error(line_, "this comment is never closed");
      for (; position_ < close; ++position_) line_ += text_[position_] == '\n';
      position_ += 2;
    } else {
      return;
    }
  }
}

std::size_t lexer::number_length() const {
  const char second = at(1);
  const bool decimal = at(0) != '0' || is_digit(second) || second == '.' || second == 'e' ||
                       second == 'E' || !is_letter(second);
  std::size_t length = 1;
  while (continues_word(at(length)) || (decimal && at(length) == '.') ||
         (decimal && (at(length) == '+' || at(length) == '-') &&
          (at(length - 1) == 'e' || at(length - 1) == 'E'))) {
    ++length;
  }
  return length;
}

token lexer::scan() {
  skip_blanks();
  if (position_ >= text_.size()) return {token_kind::end, {}, line_};
  const char c = text_[position_];

  // ".5" is a number where no word stands before it; in "tex.2d" it is a modifier.
  const bool after_word = position_ > 0 && continues_word(text_[position_ - 1]);
  if (is_digit(c) || (c == '.' && is_digit(at(1)) && !after_word)) {
    return take(token_kind::number, number_length());
  }

  // `%` begins a register's name, or stands between two constants.
  const bool begins_word = is_letter(c) || c == '_' || c == '$' ||
                           (c == '%' && continues_word(at(1)) && !is_digit(at(1)));
  if (begins_word) {
    std::size_t length = 1;
    while (continues_word(at(length))) ++length;
    return take(token_kind::word, length);
  }

  if (c == '.' && continues_word(at(1))) {
    ++position_;
    std::size_t length = 1;
    while (continues_word(at(length)) ||
           (at(length) == ':' && at(length + 1) == ':' && continues_word(at(length + 2)))) {
      length += at(length) == ':' ? 2 : 1;
    }
    return take(token_kind::directive, length);
  }

  if (c == '"') {
    const std::size_t close = text_.find_first_of("\"\n", position_ + 1);
    if (close == text_.npos || text_[close] == '\n') {
      throw syntax_error(line_, "this string is never closed");
    }
    const token taken{token_kind::string, text_.substr(position_ + 1, close - position_ - 1),
                      line_};
    position_ = close + 1;
    return taken;
  }

  for (const std::string_view two : two_characters) {
    if (c == two[0] && at(1) == two[1]) return take(token_kind::punctuation, 2);
  }
  if (one_character.find(c) != one_character.npos) return take(token_kind::punctuation, 1);
  throw syntax_error(line_,
                     "unexpected character " + quoted({token_kind::word, {&text_[position_], 1}}));
}

std::string quoted(const token& t) {
  if (t.kind == token_kind::end) return "the end of the text";
  constexpr std::size_t longest = 60;
  constexpr char hex[] = "0123456789abcdef";
  std::string result = t.kind == token_kind::directive ? "'." : "'";
  for (const char c : t.text.substr(0, longest)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7f) {
      result += c;
    } else {
      result += {'\\', 'x', hex[byte >> 4], hex[byte & 15]};
    }
  }
  return result + (t.text.size() > longest ? "...'" : "'");
}

}  // namespace lockstep::ptx
