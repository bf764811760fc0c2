// Colours (ANSI escape sequences) of what people read on a terminal.
#pragma once

#include <string>
#include <string_view>

namespace lockstep::protocol {

// Wraps text in colours if it is on, and leaves it as it is otherwise.
struct palette {
  bool on = false;

  std::string bold(std::string_view text) const { return wrapped("1", text); }
  std::string dim(std::string_view text) const { return wrapped("2", text); }
  std::string good(std::string_view text) const { return wrapped("32", text); }
  std::string bad(std::string_view text) const { return wrapped("1;31", text); }
  std::string warn(std::string_view text) const { return wrapped("33", text); }
  // Parts of a finding: a severity that is no error, line numbers, the other side of a race.
  std::string minor(std::string_view text) const { return wrapped("1;35", text); }
  std::string margin(std::string_view text) const { return wrapped("34", text); }
  std::string other_side(std::string_view text) const { return wrapped("1;36", text); }

 private:
  std::string wrapped(std::string_view code, std::string_view text) const {
    if (!on || text.empty()) return std::string(text);
    return "\033[" + std::string(code) + "m" + std::string(text) + "\033[0m";
  }
};

// On if the descriptor is a terminal that shows colours, and NO_COLOR is not set (no-color.org).
palette palette_for(int descriptor);

}  // namespace lockstep::protocol
