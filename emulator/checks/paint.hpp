// Colours of a report.
#pragma once

#include <string>
#include <string_view>

namespace lockstep::checks {

struct paint {
  bool on = false;

  std::string bold(std::string_view text) const { return wrapped("1", text); }
  std::string error(std::string_view text) const { return wrapped("1;31", text); }
  std::string warning(std::string_view text) const { return wrapped("1;35", text); }
  std::string margin(std::string_view text) const { return wrapped("34", text); }
  std::string other(std::string_view text) const { return wrapped("1;36", text); }

 private:
  std::string wrapped(std::string_view code, std::string_view text) const {
    if (!on || text.empty()) return std::string(text);
    return "\033[" + std::string(code) + "m" + std::string(text) + "\033[0m";
  }
};

}  // namespace lockstep::checks
