// What there is to know of a kind of finding, whatever the program.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "checks/finding.hpp"

namespace lockstep::checks {

struct kind_facts {
  std::string_view name;    // "race"
  std::string_view tool;    // "racecheck"; "execution" of what any run may meet
  std::string_view why;     // a sentence: why it is a bug
  std::string_view advice;  // what to do, without a capital letter and a full stop
};

const std::vector<kind_facts>& known_kinds();
// nullptr if there is no such kind.
const kind_facts* find_kind(std::string_view name);

// One sentence on why this finding is a bug, and one on what to do: its own, or its kind's.
std::string why(const finding& found);
std::string advice(const finding& found);

}  // namespace lockstep::checks
