// The launch records of a run, as a profile: docs/interfaces.md and the observation interface say
// what is counted.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "records.hpp"
#include "terminal.hpp"

namespace lockstep::tutor {

// The format of `lockstep profile --json`.
nlohmann::ordered_json profile_json(const report& seen);

// A table with one row for each kernel and launch shape; launches of a row are added up, and what
// is derived from their counters is that of the sum.
std::string profile_table(const nlohmann::ordered_json& profile, const palette& colours);

}  // namespace lockstep::tutor
