#include "support/tokens.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace lockstep::tutor {
namespace {

bool is_blank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }
bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

class scanner {
 public:
  explicit scanner(std::string_view source) : source_(source) {}

  std::vector<token> scan() {
    while (at_ < source_.size()) {
      const char c = source_[at_];
      if (c == '\n') {
        line_begins_ = true;
        ++at_;
      } else if (is_blank(c)) {
        ++at_;
      } else if (c == '#' && line_begins_) {
        skip_preprocessor_line();
      } else if (starts("//")) {
        at_ = source_.find('\n', at_);
      } else if (starts("/*")) {
        at_ = after("*/", at_ + 2);
      } else if (c == '"' || c == '\'') {
        skip_or_take_text(c);
      } else {
        line_begins_ = false;
        take();
      }
    }
    return tokens_;
  }

 private:
  bool starts(std::string_view text) const { return source_.substr(at_, text.size()) == text; }

  std::size_t after(std::string_view text, std::size_t from) const {
    const auto found = source_.find(text, from);
    return found == std::string_view::npos ? source_.size() : found + text.size();
  }

  void skip_preprocessor_line() {
    do {
      at_ = source_.find('\n', at_);
      if (at_ == std::string_view::npos) return;
    } while (source_[at_ - 1] == '\\' && ++at_ < source_.size());
  }

  void skip_or_take_text(char quote) {
    const bool raw = quote == '"' && !tokens_.empty() && tokens_.back().text == "R" &&
                     !tokens_.back().blank_after;
    if (raw) {
      const auto bracket = source_.find('(', at_);
      const auto mark = source_.substr(at_ + 1, bracket - at_ - 1);
      at_ = after(")" + std::string(mark) + "\"", at_);
      return;
    }
    const auto begin = at_;
    for (++at_; at_ < source_.size() && source_[at_] != quote; ++at_) {
      if (source_[at_] == '\\') ++at_;
    }
    at_ = std::min(at_ + 1, source_.size());
    if (quote == '"') add(token::kind::text, begin, at_);
  }

  void add(token::kind is, std::size_t begin, std::size_t end) {
    token one;
    one.is = is;
    one.offset = begin;
    one.text = source_.substr(begin, end - begin);
    one.blank_before = begin == 0 || is_blank(source_[begin - 1]);
    one.blank_after = end >= source_.size() || is_blank(source_[end]);
    tokens_.push_back(one);
  }

  void take() {
    token::kind is = token::kind::symbol;
    std::size_t end = at_;
    if (is_digit(source_[at_])) {
      is = token::kind::number;
      while (end < source_.size() &&
             (is_word(source_[end]) || source_[end] == '.' || is_separator(end)))
        ++end;
    } else if (is_word(source_[at_])) {
      is = token::kind::word;
      while (end < source_.size() && is_word(source_[end])) ++end;
    } else {
      end = at_ + symbol_length();
      const std::string_view symbol = source_.substr(at_, end - at_);
      if (symbol == "[[") ++open_attributes_;
      // `a[b[i]]`: two brackets, each with a partner of its own.
      if (symbol == "]]" && open_attributes_ == 0) --end;
      if (symbol == "]]" && open_attributes_ > 0) --open_attributes_;
    }
    add(is, at_, end);
    at_ = end;
  }

  // 1'000
  bool is_separator(std::size_t at) const {
    return source_[at] == '\'' && at + 1 < source_.size() && is_word(source_[at + 1]);
  }

  std::size_t symbol_length() const {
    static constexpr std::array<std::string_view, 29> symbols{
        "<<<", ">>>", "<<=", ">>=", "...", "->*", "<<", ">>", "<=", ">=",
        "==",  "!=",  "&&",  "||",  "++",  "--",  "+=", "-=", "*=", "/=",
        "%=",  "&=",  "|=",  "^=",  "->",  "::",  ".*", "[[", "]]"};
    for (const auto symbol : symbols) {
      if (starts(symbol)) return symbol.size();
    }
    return 1;
  }

  std::string_view source_;
  unsigned open_attributes_ = 0;
  std::size_t at_ = 0;
  bool line_begins_ = true;
  std::vector<token> tokens_;
};

}  // namespace

std::vector<token> tokens_of(std::string_view source) { return scanner(source).scan(); }

}  // namespace lockstep::tutor
