// Findings that the user knows of and does not want to hear about.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "check/orders.hpp"

namespace lockstep::tutor {

// KIND[:FILE[:LINE]]. A file matches by its last components: reduce.cu, or src/reduce.cu.
struct suppression {
  std::optional<protocol::finding_kind> kind;  // nothing: every kind
  std::string file;                            // empty: everywhere
  unsigned line = 0;
  std::string written;  // as the user wrote it
  unsigned used = 0;    // how many findings it held back

  bool matches(const protocol::finding& found) const;
};

// Each is such a rule, or the name of a file with one a line, where # begins a comment. Throws
// failure (usage) on what is neither.
std::vector<suppression> read_suppressions(const std::vector<std::string>& arguments);

// Removes what is suppressed; returns how many findings that were.
unsigned suppress(std::vector<seen_finding>& findings, std::vector<suppression>& rules);

}  // namespace lockstep::tutor
