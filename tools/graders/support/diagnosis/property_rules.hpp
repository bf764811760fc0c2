// Which counter of a line a property is about, and how the worst line is described.
#pragma once

#include <lockstep/protocol/observe_abi.h>

#include <string>
#include <string_view>
#include <vector>

#include "missed_property.hpp"
#include "recording.hpp"

namespace lockstep::grader::diagnosis {

// Words of a property, the line that is worst, and what it does.
struct line_rule {
  std::vector<std::string_view> words;  // one of them is in `what`
  missed_bound::relation missed;
  double (*amount)(
      const lockstep_counters&);  // the line with most of it is the place; 0: it has none
  std::string (*sentence)(const recording* seen, const lockstep_line& worst, double all);
  bool is_about_addresses = false;  // `seen` is the record of the trial
  // What one lane does alone costs a warp as much as what 32 do together: such a line is the place,
  // though others may do more of it.
  bool few_lanes_cost_more = false;
  // No line alone has more than is allowed, but all together: the place is where it becomes too
  // much, from the first line on.
  bool adds_up = false;
  bool is_about_lanes = false;  // that rest: the line where they part belongs to the sentence
  bool is_about_none = false;   // nothing at all was measured
};

// Null: no counter by line is about it. `is_none`: nothing at all was measured.
const line_rule* rule_for(const std::string& what, missed_bound::relation missed, bool is_none);

// Whole ones, and at least 1.
unsigned per_cent(double part, double all);

bool has_one_of(const std::string& text, const std::vector<std::string_view>& words);

}  // namespace lockstep::grader::diagnosis
