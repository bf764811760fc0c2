// An answer that runs in a process of its own (tools/graders/apart). In a program that has the
// answer itself, there is none to start.
#pragma once

extern "C" [[gnu::weak]] void lockstep_start_answer();

namespace lockstep::grader {

inline bool has_answer_apart() { return lockstep_start_answer != nullptr; }
inline void start_answer() { lockstep_start_answer(); }

}  // namespace lockstep::grader
