#include "terminal/styled_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <clocale>
#include <cstdint>
#include <cwchar>
#include <initializer_list>
#include <optional>

namespace lockstep::tutor {
namespace {

// A piece of text that must stay whole: an escape sequence (no columns) or a character.
struct piece {
  std::string_view text;
  std::size_t columns;
  bool escape;
};

// Length of an escape sequence at the start of `text`: CSI ... final byte, or OSC ... BEL or ESC \.
std::size_t escape_length(std::string_view text) {
  if (text.size() < 2 || text[0] != '\033') return 0;
  if (text[1] == '[') {
    const auto end = std::find_if(text.begin() + 2, text.end(),
                                  [](char c) { return c >= '\x40' && c <= '\x7e'; });
    return static_cast<std::size_t>(end - text.begin()) + (end == text.end() ? 0 : 1);
  }
  if (text[1] == ']') {
    const auto bell = text.find('\a');
    const auto string_end = text.find("\033\\", 2);
    if (string_end < bell) return string_end + 2;
    return bell == std::string_view::npos ? text.size() : bell + 1;
  }
  return 2;
}

std::size_t sequence_length(unsigned char first) {
  if (first < 0x80) return 1;
  if ((first & 0xE0) == 0xC0) return 2;
  if ((first & 0xF0) == 0xE0) return 3;
  return (first & 0xF8) == 0xF0 ? 4 : 1;
}

std::size_t columns_of_character(std::string_view bytes) {
  if (bytes.size() == 1) return static_cast<unsigned char>(bytes[0]) < 0x20 ? 0 : 1;
  std::uint32_t code = static_cast<unsigned char>(bytes[0]) & (0xFF >> (bytes.size() + 1));
  for (std::size_t i = 1; i < bytes.size(); ++i)
    code = (code << 6) | (static_cast<unsigned char>(bytes[i]) & 0x3F);
  static const bool wide_characters_known = std::setlocale(LC_CTYPE, "C.UTF-8") != nullptr;
  const int width = wide_characters_known ? wcwidth(static_cast<wchar_t>(code)) : 1;
  return width < 0 ? 0 : static_cast<std::size_t>(width);
}

std::optional<piece> next_piece(std::string_view& text) {
  if (text.empty()) return std::nullopt;
  const auto take = [&](std::size_t length) {
    const auto taken = text.substr(0, length);
    text.remove_prefix(taken.size());
    return taken;
  };
  if (const auto length = escape_length(text); length > 0) return piece{take(length), 0, true};
  const auto bytes = take(sequence_length(static_cast<unsigned char>(text[0])));
  return piece{bytes, columns_of_character(bytes), false};
}

constexpr std::string_view plain = "\033[0m";

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> all) {
  return std::find(all.begin(), all.end(), text) != all.end();
}

// Characters that a line does not begin with, or does not end with, where there are no spaces.
bool closes(std::string_view text) {
  return is_one_of(text,
                   {"，", "。", "、", "；", "：", "！", "？", "）", "」", "』", "】", "》", "”",
                    "’",  "…",  "%",  ",",  ".",  ";",  ":",  "!",  "?",  ")",  "]",  "}"});
}
bool opens(std::string_view text) {
  return is_one_of(text, {"（", "「", "『", "【", "《", "“", "‘", "(", "[", "{"});
}

// The line that is being made, and the colours that hold in it.
class line_maker {
 public:
  line_maker(std::size_t width, std::size_t hanging) : width_(width), hanging_(hanging) {}

  void add(const piece& one) {
    if (one.escape) {
      remember(one.text);
      line_ += one.text;
      return;
    }
    if (may_break_before(one)) note_break(line_.size(), line_.size(), columns_);
    if (columns_ + one.columns > width_) break_line(one.text == " ");
    // The end of the line before stands for the spaces.
    if (continued_ && one.text == " ") return;
    continued_ = false;
    if (one.text == " ") note_break(line_.size(), line_.size() + 1, columns_ + 1);
    line_ += one.text;
    columns_ += one.columns;
    before_ = one;
    if (!indent_known_) {
      if (one.text == " ") {
        ++indent_;
      } else {
        indent_known_ = true;
        break_at_ = 0;  // spaces of the indent are no place to break
      }
    }
  }

  std::vector<std::string> result() && {
    finish(std::move(line_), colours_);
    return std::move(lines_);
  }

 private:
  // Chinese has no spaces: a line may end at any character, but for punctuation.
  bool may_break_before(const piece& one) const {
    const bool is_wide = one.columns == 2 || before_.columns == 2;
    return indent_known_ && !continued_ && is_wide && one.text != " " && before_.text != " " &&
           !closes(one.text) && !opens(before_.text);
  }

  // The line may end at `end` and go on with what stands from `next` on.
  void note_break(std::size_t end, std::size_t next, std::size_t columns_to_next) {
    break_at_ = end;
    resume_at_ = next;
    columns_to_next_ = columns_to_next;
    colours_at_break_ = colours_;
  }

  void remember(std::string_view escape) {
    if (!escape.ends_with('m')) return;
    if (escape == plain || escape == "\033[m") {
      colours_.clear();
    } else {
      colours_ += escape;
    }
  }

  void finish(std::string line, const std::string& colours) {
    if (!colours.empty()) line += plain;
    lines_.push_back(std::move(line));
  }

  void break_line(bool at_a_space) {
    std::string rest;
    std::size_t rest_columns = 0;
    std::string colours = colours_;
    if (!at_a_space && break_at_ > 0) {
      rest = line_.substr(resume_at_);
      rest_columns = columns_ - columns_to_next_;
      line_.resize(break_at_);
      colours = colours_at_break_;
    }
    finish(std::move(line_), colours);
    const std::size_t wanted = indent_ + hanging_;
    const std::size_t indent = wanted < width_ / 2 ? wanted : 0;
    line_ = std::string(indent, ' ') + colours + rest;
    columns_ = indent + rest_columns;
    break_at_ = 0;
    continued_ = rest.empty();
  }

  std::size_t width_, hanging_;
  std::vector<std::string> lines_;
  std::string line_, colours_, colours_at_break_;
  std::size_t columns_ = 0, indent_ = 0, break_at_ = 0, resume_at_ = 0, columns_to_next_ = 0;
  piece before_{"", 0, false};
  bool indent_known_ = false;
  bool continued_ = false;  // nothing stands on this line yet
};

std::string without_tabs(std::string_view text) {
  std::string spaced;
  for (const char c : text) spaced += c == '\t' ? std::string("    ") : std::string(1, c);
  return spaced;
}

}  // namespace

std::size_t columns(std::string_view text) {
  std::size_t sum = 0;
  while (const auto one = next_piece(text)) sum += one->columns;
  return sum;
}

std::vector<std::string> wrapped(std::string_view line, std::size_t width, std::size_t hanging) {
  const std::string spaced = without_tabs(line);
  std::string_view rest = spaced;
  line_maker made(std::max<std::size_t>(width, 2), hanging);
  while (const auto one = next_piece(rest)) made.add(*one);
  return std::move(made).result();
}

std::string cut(std::string_view text, std::size_t width) {
  const std::string spaced = without_tabs(text);
  std::string_view rest = spaced;
  std::string kept;
  std::size_t used = 0;
  bool escapes = false, full = false;
  while (const auto one = next_piece(rest)) {
    escapes = escapes || one->escape;
    full = full || used + one->columns > width;
    // The ends of colours and links are kept, wherever they are.
    if (full && !one->escape) continue;
    kept += one->text;
    used += one->columns;
  }
  return escapes ? kept + std::string(plain) : kept;
}

std::string hyperlink(std::string_view target, std::string_view text) {
  return fmt::format("\033]8;;{}\033\\{}\033]8;;\033\\", target, text);
}

}  // namespace lockstep::tutor
