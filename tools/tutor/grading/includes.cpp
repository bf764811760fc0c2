#include "grading/includes.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <vector>

#include "lockstep/protocol/phrase.hpp"

namespace lockstep::tutor {
namespace {

bool is_of_word(char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; }

enum class lexeme_kind { word, text, other, end_of_line };

struct lexeme {
  lexeme_kind of;
  std::string text;
};

// The source as the preprocessor sees it, as far as directives need it: without comments, and with
// lines joined that a backslash continues.
class scanner {
 public:
  explicit scanner(std::string_view source) : source_(source) {}

  std::vector<lexeme> all() {
    while (at_ < source_.size()) step();
    add(lexeme_kind::end_of_line, "\n");
    return std::move(found_);
  }

 private:
  void add(lexeme_kind of, std::string text) { found_.push_back({of, std::move(text)}); }

  // Behind backslashes that end a line.
  void join() {
    while (at_ < source_.size() && source_[at_] == '\\') {
      std::size_t end = at_ + 1;
      while (end < source_.size() &&
             (source_[end] == ' ' || source_[end] == '\t' || source_[end] == '\r'))
        ++end;
      if (end >= source_.size() || source_[end] != '\n') return;
      at_ = end + 1;
    }
  }
  char peek() {
    join();
    return at_ < source_.size() ? source_[at_] : '\n';
  }
  char take() {
    const char c = peek();
    ++at_;
    return c;
  }

  void step() {
    const char c = peek();
    if (c == '\n') {
      take();
      add(lexeme_kind::end_of_line, "\n");
    } else if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      take();
    } else if (c == '/') {
      take();
      comment_or_slash();
    } else if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
      number();
    } else if (is_of_word(c)) {
      word();
    } else if (c == '"' || c == '\'') {
      add(lexeme_kind::text, literal());
    } else {
      add(lexeme_kind::other, std::string(1, take()));
    }
  }

  void comment_or_slash() {
    if (peek() == '/') {
      while (at_ < source_.size() && peek() != '\n') take();
    } else if (peek() == '*') {
      take();
      for (char before = ' '; at_ < source_.size();) {
        const char c = take();
        if (before == '*' && c == '/') return;
        before = c;
      }
    } else {
      add(lexeme_kind::other, "/");
    }
  }

  // Its digits may stand apart: 1'000. Another quote begins a character.
  void number() {
    std::string text;
    const auto is_apart = [&] {
      return peek() == '\'' && at_ + 1 < source_.size() && is_of_word(source_[at_ + 1]);
    };
    while (is_of_word(peek()) || is_apart() || peek() == '.') text += take();
    add(lexeme_kind::other, text);
  }

  void word() {
    std::string text;
    while (is_of_word(peek())) text += take();
    const bool is_raw =
        text == "R" || text == "LR" || text == "uR" || text == "UR" || text == "u8R";
    if (is_raw && peek() == '"')
      raw_text();
    else
      add(lexeme_kind::word, text);
  }

  std::string literal() {
    const char quote = take();
    std::string text;
    while (peek() != '\n' && peek() != quote) {
      const char c = take();
      text += c;
      if (c == '\\' && peek() != '\n') text += take();
    }
    if (peek() == quote) take();
    return text;
  }

  // Nothing is joined there.
  void raw_text() {
    const std::size_t begin = at_ + 1, open = std::min(source_.find('(', begin), source_.size());
    const std::string end = ")" + std::string(source_.substr(begin, open - begin)) + "\"";
    const std::size_t close = source_.find(end, open);
    const std::size_t first = std::min(open + 1, source_.size());
    add(lexeme_kind::text, std::string(source_.substr(first, close - first)));
    at_ = close == std::string_view::npos ? source_.size() : close + end.size();
  }

  std::string_view source_;
  std::size_t at_ = 0;
  std::vector<lexeme> found_;
};

bool is_one_of(const lexeme& one, std::initializer_list<const char*> texts) {
  return one.of != lexeme_kind::text &&
         std::find(texts.begin(), texts.end(), one.text) != texts.end();
}

// Behind a directive, or behind `(`: the name in it; empty: a macro makes it.
std::string name_at(const std::vector<lexeme>& all, std::size_t at) {
  if (all[at].of == lexeme_kind::text) return all[at].text;
  if (!is_one_of(all[at], {"<"})) return {};
  std::string name;
  for (++at; all[at].of != lexeme_kind::end_of_line && !is_one_of(all[at], {">"}); ++at)
    name += all[at].text;
  return name;
}

bool leads_elsewhere(const std::filesystem::path& name) {
  return name.is_absolute() || std::find(name.begin(), name.end(), "..") != name.end();
}

// Of CUB or of Thrust.
bool is_header_of_kernel_library(const std::string& name) {
  const std::filesystem::path path(name);
  return std::any_of(path.begin(), path.end(),
                     [](const auto& part) { return part == "cub" || part == "thrust"; });
}

std::string refused(const std::string& name) {
  if (name.empty())
    return protocol::phrase("includes-by-macro",
                            "names a file to include by a macro: write the name down");
  if (leads_elsewhere(name))
    return protocol::phrase(
        "includes-elsewhere",
        "includes {}, but a header is named as the course or the toolkit names it", name);
  if (is_header_of_kernel_library(name))
    return protocol::phrase(
        "includes-kernel-library",
        "includes {}, of CUB or Thrust, which have kernels of their own, but yours are asked for",
        name);
  return {};
}

// Literals that stand side by side are one, whatever lines they are on.
bool reads_by_assembler(const std::vector<lexeme>& all) {
  std::string text;
  for (const lexeme& one : all) {
    if (one.of == lexeme_kind::end_of_line) continue;
    if (one.of != lexeme_kind::text) text.clear();
    text += one.text;
    if (text.find("incbin") != std::string::npos || text.find(".include") != std::string::npos)
      return true;
  }
  return false;
}

}  // namespace

std::string violation_in_source(std::string_view source) {
  const std::vector<lexeme> all = scanner(source).all();
  if (reads_by_assembler(all))
    return protocol::phrase("includes-by-assembler",
                            "reads a file by way of the assembler (.incbin or .include)");
  bool begins_line = true;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const lexeme& one = all[i];
    const bool may_be_directive = begins_line;
    begins_line = one.of == lexeme_kind::end_of_line;
    const bool has_two_signs =
        is_one_of(one, {"%"}) && i + 1 < all.size() && is_one_of(all[i + 1], {":"});
    if (may_be_directive && (is_one_of(one, {"#"}) || has_two_signs)) {
      const std::size_t which = i + (has_two_signs ? 2 : 1);
      if (which + 1 >= all.size() ||
          !is_one_of(all[which], {"include", "include_next", "import", "embed"}))
        continue;
      if (auto why = refused(name_at(all, which + 1)); !why.empty()) return why;
    }
    if (is_one_of(one, {"__has_include", "__has_include_next", "__has_embed"}) &&
        i + 2 < all.size() && is_one_of(all[i + 1], {"("})) {
      const std::string name = name_at(all, i + 2);
      if (leads_elsewhere(name)) return refused(name);
    }
  }
  return {};
}

}  // namespace lockstep::tutor
