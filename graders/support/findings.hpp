// What the checks of the back end found, in the words of the observation interface.
#pragma once

#include <lockstep/observe_abi.h>

#include <vector>

namespace lockstep::grader {

// Whether the back end checks kernels as they run.
bool has_checks();

// Everything found in this process so far.
std::vector<lockstep_finding> findings();

}  // namespace lockstep::grader
