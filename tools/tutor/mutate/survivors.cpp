#include "mutate/survivors.hpp"

#include <fmt/format.h>

#include "support/failure.hpp"
#include "support/text.hpp"

namespace lockstep::tutor {

std::vector<known_survivor> parse_survivors(std::string_view text, const std::string& source) {
  std::vector<known_survivor> all;
  known_survivor one;
  unsigned number = 0;
  const auto refuse = [&](const std::string& what) {
    return setup_missing(fmt::format("{}:{}: {}", source, number, what),
                         "An entry is three lines: `- before`, `+ after`, `why: reason`.");
  };
  for (const auto& line : lines_of(text)) {
    ++number;
    if (trimmed(line).empty() || line.starts_with("#")) continue;
    const auto rest = [&](std::size_t from) { return trimmed(line.substr(from)); };
    if (line.starts_with("- ") && one.before.empty()) {
      one.before = rest(2);
      one.line = number;
    } else if (line.starts_with("+ ") && !one.before.empty() && one.after.empty()) {
      one.after = rest(2);
    } else if (line.starts_with("why:") && !one.after.empty()) {
      one.why = rest(4);
      if (one.why.empty()) throw refuse("there is no reason");
      all.push_back(one);
      one = {};
    } else {
      throw refuse("this line is out of place");
    }
  }
  if (!one.before.empty()) throw refuse("the last entry is not whole");
  return all;
}

}  // namespace lockstep::tutor
