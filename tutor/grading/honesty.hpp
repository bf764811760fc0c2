// An answer is to be the learner's own, and to leave the grader alone: what can be seen of that
// before it runs.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace lockstep::tutor {

// What a compiled answer does that no answer needs, in words; empty if it is nothing. It runs code
// before the grader can take its secrets away, uses the grader's own functions, or defines
// functions that are the runtime's, the C library's or the course's. `kernels_only`: nor does it
// need to run host code when the program begins or ends, as static objects do. Bytes that are no
// object file: nothing.
std::string liberty_of_object(std::span<const std::byte> object, bool kernels_only = false);

// The first of the files that went into the answer which is somebody else's answer, or a grader;
// empty if there is none. `source` is the answer itself; all are relative to the checkout.
std::string foreign_answer(const std::vector<std::string>& inputs, const std::string& source);

}  // namespace lockstep::tutor
