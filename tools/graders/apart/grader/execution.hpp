// Turns a new process into an answer's.
#pragma once

#include <sys/types.h>

namespace lockstep::apart {

// After fork(), where only system calls may be made. `program`, `end` and `memory`: descriptors, of
// the executable, the answer's end of the channel, and what both share. `is_body`: what it prints
// is no result (answer_has_standard_output).
[[noreturn]] void execute_answer(int program, pid_t grader, int end, int memory, bool is_body);

}  // namespace lockstep::apart
