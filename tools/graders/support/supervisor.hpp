// A grader that runs without the tutor is supervised by itself: the process that was started starts
// the grader a second time, with the back end's checks on, and believes only what that one says at
// its end.
#pragma once

namespace lockstep::grader {

// What a grader says of itself when it has come to its end.
enum class conclusion : char { passed = 'p', failed = 'f', nothing_graded = 'n' };

// Called before anything else of the program runs, the constructors of the C++ library included.
// Returns in the process that is to grade; the one that supervises it ends here.
void supervise(int argc, char** argv, char** environment);

// In the process that grades, at its end: tells the supervisor, if there is one.
void notify_supervisor(conclusion what);

}  // namespace lockstep::grader
