// Which findings have one cause, so that a report shows one of them: within a launch, between the
// launches of a process, and between the runs of a program.
#pragma once

#include "lockstep/protocol/finding.hpp"

namespace lockstep::protocol {

// The same kind between the same two lines, whichever access came first, and in whichever kernel:
// the instances of a template have their lines in common, and so have kernels that call one
// function. Without line numbers, kernel and access must be the same; of a call, what is said. The
// same line of a function of the program's own that calls the runtime is another cause where the
// function was called elsewhere.
//
// A race between warps or blocks and one within a warp at the same two lines are one, too; but not
// an error among the lanes and a warning about warps, in which it would be lost.
bool have_one_cause(const finding& a, const finding& b);

// Of two with one cause, the one to show: an error where the known one is a warning, threads of two
// warps where the known ones were lanes of one, threads of two blocks where they were of one.
bool is_worse_than(const finding& known, const finding& found);

// Makes one finding of two with one cause: the worse one, with the accesses and kernels of both,
// and the launches of the known one. Whether the new one is shown from now on.
bool take_in(finding& known, const finding& found);

}  // namespace lockstep::protocol
