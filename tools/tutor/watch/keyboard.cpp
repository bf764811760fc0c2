#include "watch/keyboard.hpp"

#include <array>
#include <string_view>
#include <utility>

namespace lockstep::tutor::watch {
namespace {

constexpr std::array<std::pair<std::string_view, special>, 15> sequences{{
    {"\033[A", special::up},
    {"\033OA", special::up},
    {"\033[B", special::down},
    {"\033OB", special::down},
    {"\033[5~", special::page_up},
    {"\033[6~", special::page_down},
    {"\033[H", special::home},
    {"\033OH", special::home},
    {"\033[1~", special::home},
    {"\033[F", special::end},
    {"\033OF", special::end},
    {"\033[4~", special::end},
    {"\033[7~", special::home},
    {"\033[8~", special::end},
    {"\033\033", special::escape},
}};

special special_of(char c) {
  switch (c) {
    case '\r':
    case '\n':
      return special::enter;
    case '\x7f':
    case '\b':
      return special::backspace;
    case '\x03':
      return special::interrupt;
    case '\x1a':
      return special::suspend;
    case '\x0c':
      return special::redraw;
    default:
      return special::none;
  }
}

// Length of a sequence that is not known, so that its end is not taken for letters.
std::size_t unknown_length(std::string_view bytes) {
  if (bytes.size() < 2 || (bytes[1] != '[' && bytes[1] != 'O')) return 2;
  std::size_t length = 2;
  while (length < bytes.size() && (bytes[length] < '\x40' || bytes[length] > '\x7e')) ++length;
  return length + 1;
}

}  // namespace

std::vector<key> keys_of(std::string_view bytes) {
  std::vector<key> keys;
  while (!bytes.empty()) {
    if (bytes == "\033") {
      keys.push_back({special::escape, 0});
      break;
    }
    if (bytes.front() == '\033') {
      std::size_t length = unknown_length(bytes);
      for (const auto& [sequence, what] : sequences) {
        if (!bytes.starts_with(sequence)) continue;
        keys.push_back({what, 0});
        length = sequence.size();
        break;
      }
      bytes.remove_prefix(std::min(length, bytes.size()));
      continue;
    }
    const char c = bytes.front();
    bytes.remove_prefix(1);
    if (const special what = special_of(c); what != special::none) {
      keys.push_back({what, 0});
    } else if (c >= ' ' && c <= '~') {
      keys.push_back({special::none, c});
    }
  }
  return keys;
}

}  // namespace lockstep::tutor::watch
