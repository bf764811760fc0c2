// A profile as a table for a person.
#pragma once

#include <string>
#include <vector>

#include "profile/launches.hpp"
#include "terminal/terminal.hpp"

namespace lockstep::tutor {

// One row for each element; of a group, counts are sums and ratios those of the sums. `numbered`:
// the first column is a launch's number rather than how many launches there are.
std::string profile_table(const std::vector<profiled_launch>& rows, bool numbered);

// Below a table: who counted what. `has_times`: the model's times are shown.
std::string footnote(const report& seen, const palette& colours, bool has_times);

}  // namespace lockstep::tutor
