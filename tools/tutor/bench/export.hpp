// What was measured, for programs.
#pragma once

#include <string>
#include <vector>

#include "bench/record.hpp"

namespace lockstep::tutor::bench {

// The columns that --columns knows.
std::vector<std::string> column_names();

// Comments that say where and how it was measured, a header, and a line for each case; all columns,
// if none is named. `command` is what the user typed. Throws failure (usage) for a column that is
// not known, with near ones.
std::string to_csv(const recorded_run& all, const std::vector<std::string>& columns,
                   const std::string& command);

// Throws as to_csv does.
void require_columns(const std::vector<std::string>& columns);

std::string to_json(const recorded_run& all);

}  // namespace lockstep::tutor::bench
