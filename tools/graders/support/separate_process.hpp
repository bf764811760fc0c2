// The other side of grader/separate_process.hpp: a process that runs a single body.
#pragma once

#include <optional>

namespace lockstep::grader {

// Whether this process was started for a body.
bool is_part();
// The exit code of the body that this process was started for; nothing if it is a grader.
std::optional<int> run_as_part();

}  // namespace lockstep::grader
