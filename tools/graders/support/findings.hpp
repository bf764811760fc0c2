// What the checks of the back end found, in the words of the observation interface.
#pragma once

#include <lockstep/protocol/observe_abi.h>

#include <vector>

namespace lockstep::grader {

// Whether the back end can check kernels as they run, and whether all of its checks are on.
[[nodiscard]] bool has_checks();
[[nodiscard]] bool all_checks_are_on();

// Everything found in this process so far.
[[nodiscard]] std::vector<lockstep_finding> findings();

}  // namespace lockstep::grader
