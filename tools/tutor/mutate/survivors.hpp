// Survivors that an author knows and explains, beside the wrong answers, in survivors.txt. Three
// lines each, as `author mutate` prints them: the source before and after, and why no grader can
// tell them apart.
//
//   - if (i >= size) return;
//   + if (i > size) return;
//   why: one thread more, which ...
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lockstep::tutor {

struct known_survivor {
  std::string before, after, why;
  unsigned line = 0;  // in survivors.txt
};

// Blank lines and those that begin with # are left out. Throws failure (setup missing) that names
// `source` and the line if something is no such entry.
[[nodiscard]] std::vector<known_survivor> parse_survivors(std::string_view text,
                                                          const std::string& source);

}  // namespace lockstep::tutor
