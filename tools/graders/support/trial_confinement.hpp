// Alternatives to an answer run in the grader's process (alternatives.hpp), with the answer's host
// code. So that this code may do no more than in a process of its own, the process is confined
// before any of it runs: it reads files, as the runtime must, and starts no process.
#pragma once

namespace lockstep::grader {

// Called where no code of an answer has run yet. Does nothing if there are no alternatives, or if
// the answer has a process of its own all the same, as where alternatives are kernels alone.
void confine_trials(char* const* environment);

}  // namespace lockstep::grader
