#include "grading/refused_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <vector>

#include "lockstep/protocol/phrase.hpp"

namespace lockstep::tutor {
namespace {

bool is_of_word(char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; }

constexpr std::size_t longest_line = 2000;  // bytes

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

// Their functions are instructions in assembler.
bool is_header_of_assembler(const std::filesystem::path& name) {
  return name == "cuda/ptx" || name.string().find("cuda/__ptx") != std::string::npos;
}

std::string refused(const std::string& name, bool any_means) {
  if (name.empty())
    return protocol::phrase("includes-by-macro",
                            "names a file to include by a macro: write the name itself");
  if (leads_elsewhere(name))
    return protocol::phrase(
        "includes-elsewhere",
        "includes {}, but the path of a header must not be absolute or contain `..`", name);
  if (any_means) return {};
  if (is_header_of_assembler(name))
    return protocol::phrase(
        "includes-assembler",
        "includes {}, whose instructions no counter can attribute: write CUDA C++", name);
  if (is_header_of_kernel_library(name))
    return protocol::phrase(
        "includes-kernel-library",
        "includes {}, part of CUB or Thrust, but the exercise asks for kernels of your own", name);
  return {};
}

// Literals that stand side by side are one, whatever lines they are on.
bool reads_by_assembler(const std::vector<lexeme>& all) {
  constexpr std::size_t longest_word = 8;
  std::string text;
  for (const lexeme& one : all) {
    if (one.of == lexeme_kind::end_of_line) continue;
    if (one.of != lexeme_kind::text) text.clear();
    text += one.text;
    if (text.find("incbin") != std::string::npos || text.find(".include") != std::string::npos)
      return true;
    text.erase(0, text.size() - std::min(text.size(), longest_word));
  }
  return false;
}

// How many lexemes make a `#` there: one, or the two of `%:`. 0: there is none.
std::size_t number_sign_at(const std::vector<lexeme>& all, std::size_t at) {
  if (at >= all.size()) return 0;
  if (is_one_of(all[at], {"#"})) return 1;
  return is_one_of(all[at], {"%"}) && at + 1 < all.size() && is_one_of(all[at + 1], {":"}) ? 2 : 0;
}

// `#line 3 "file"`, or, as the preprocessor writes it, `# 3 "file"`.
bool says_which_line(const std::vector<lexeme>& all, std::size_t at) {
  const bool begins_line = at == 0 || all[at - 1].of == lexeme_kind::end_of_line;
  const std::size_t sign = number_sign_at(all, at), next = at + sign;
  return begins_line && sign != 0 && next < all.size() &&
         (is_one_of(all[next], {"line"}) ||
          (!all[next].text.empty() &&
           std::isdigit(static_cast<unsigned char>(all[next].text.front())) != 0));
}

// Whatever hides it: words can be joined, and lines be said to be another file's.
std::string assembler_in(const std::vector<lexeme>& all) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].of == lexeme_kind::word && is_one_of(all[i], {"asm", "__asm", "__asm__"}))
      return protocol::phrase(
          "uses-assembler",
          "uses inline assembly ({}), which no counter can attribute: write CUDA C++", all[i].text);
    const std::size_t sign = number_sign_at(all, i);
    if (sign != 0 && number_sign_at(all, i + sign) != 0)
      return protocol::phrase("joins-words", "pastes tokens with ## in a macro: write them out");
    if (says_which_line(all, i))
      return protocol::phrase("renames-lines", "renumbers its lines with #line");
  }
  return {};
}

// The number of the first line that nobody would have written; 0: none.
std::size_t line_too_long(std::string_view source) {
  for (std::size_t begin = 0, number = 1; begin < source.size(); ++number) {
    const std::size_t end = std::min(source.find('\n', begin), source.size());
    if (end - begin > longest_line) return number;
    begin = end + 1;
  }
  return 0;
}

// A byte that no editor shows, and that compilers read in ways of their own: one takes it for a
// space, or for the end of a line, where another one does not.
struct unseen_character {
  std::size_t line = 0;  // 0: there is none
  unsigned byte = 0;
};

unseen_character unseen_character_in(std::string_view source) {
  std::size_t line = 1;
  for (std::size_t i = 0; i < source.size(); ++i) {
    const auto byte = static_cast<unsigned char>(source[i]);
    const bool ends_line = byte == '\r' && i + 1 < source.size() && source[i + 1] == '\n';
    if (std::iscntrl(byte) != 0 && byte != '\n' && byte != '\t' && !ends_line) return {line, byte};
    if (byte == '\n') ++line;
  }
  return {};
}

// With it, editors mark a file as UTF-8; a compiler skips it.
std::string_view without_byte_order_mark(std::string_view source) {
  constexpr std::string_view mark = "\xef\xbb\xbf";
  return source.starts_with(mark) ? source.substr(mark.size()) : source;
}

}  // namespace

std::string violation_in_source(std::string_view source, bool any_means,
                                const std::vector<std::string>& without) {
  if (const std::size_t line = line_too_long(source); line != 0)
    return protocol::phrase("line-too-long", "line {} has more than {} bytes: split it", line,
                            longest_line);
  if (const auto [line, byte] = unseen_character_in(source); line != 0)
    return protocol::phrase("unseen-character",
                            "line {} has an invisible character (byte {}): delete it", line,
                            fmt::format("{:#04x}", byte));
  const std::vector<lexeme> all = scanner(without_byte_order_mark(source)).all();
  if (reads_by_assembler(all))
    return protocol::phrase("includes-by-assembler",
                            "reads a file through the assembler (.incbin or .include)");
  if (auto why = any_means ? std::string() : assembler_in(all); !why.empty()) return why;
  for (const std::string& word : without)
    if (std::any_of(all.begin(), all.end(),
                    [&](const lexeme& one) { return is_one_of(one, {word.c_str()}); }))
      return protocol::phrase("uses-word", "uses `{}`, but the exercise asks to do without", word);
  bool begins_line = true;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const lexeme& one = all[i];
    const bool may_be_directive = begins_line;
    begins_line = one.of == lexeme_kind::end_of_line;
    if (const std::size_t sign = number_sign_at(all, i); may_be_directive && sign != 0) {
      const std::size_t which = i + sign;
      if (which + 1 >= all.size() ||
          !is_one_of(all[which], {"include", "include_next", "import", "embed"}))
        continue;
      if (auto why = refused(name_at(all, which + 1), any_means); !why.empty()) return why;
    }
    if (is_one_of(one, {"__has_include", "__has_include_next", "__has_embed"}) &&
        i + 2 < all.size() && is_one_of(all[i + 1], {"("})) {
      const std::string name = name_at(all, i + 2);
      if (leads_elsewhere(name)) return refused(name, any_means);
    }
  }
  return {};
}

}  // namespace lockstep::tutor
