// Words in a text, as C++ has them: letters, digits and `_`.
#pragma once

#include <cctype>
#include <cstddef>
#include <string_view>

namespace lockstep::protocol {

inline bool is_in_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// Where the word stands next in the text, from `from` on; npos: nowhere.
inline std::size_t find_word(std::string_view text, std::string_view word, std::size_t from = 0) {
  for (std::size_t at = text.find(word, from); at != text.npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool begins = at == 0 || !is_in_word(text[at - 1]);
    if (begins && (end == text.size() || !is_in_word(text[end]))) return at;
  }
  return text.npos;
}

}  // namespace lockstep::protocol
