// Alternatives to an answer's host code, for the host's compiler alone: kernels are only declared,
// and launched as nvcc would have it. What does not change is linked from the answer as it was
// compiled. That takes a fraction of what nvcc takes for the same alternatives.
#pragma once

#include <string>
#include <vector>

#include "experiment/code.hpp"
#include "experiment/edits.hpp"
#include "experiment/hunks.hpp"

namespace lockstep::tutor::experiment {

// Whether an edit changes what the host executes.
[[nodiscard]] bool changes_host(const code& answer, const edit& one);

// Whether host code and kernels can be compiled apart from each other with these edits: nothing
// outside of functions holds a state, each kernel is known by its name and has the parameters that
// it had, and no function is for both.
[[nodiscard]] bool can_be_apart(const code& answer, const std::vector<edit>& edits);

// Empty where that cannot be done.
[[nodiscard]] std::string host_source_with(const code& answer, const std::vector<edit>& edits,
                                           const borrowed& more = {});

// "f<<<blocks, threads>>>(a)" as a call (CUDA C++ Programming Guide, "Execution Configuration"; as
// nvcc writes it for the host's compiler).
[[nodiscard]] std::string with_launches_as_calls(const std::string& text);

}  // namespace lockstep::tutor::experiment
