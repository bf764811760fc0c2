// An answer in many alternatives, each with one small change to its source: an experiment of the
// tutor (tools/tutor/experiment), which has compiled them. Their host code is linked with the
// grader, if it changes. Their kernels are, too, or LOCKSTEP_ALTERNATIVE_KERNELS names a file of
// PTX with them; beside it, with ".names" behind its name, stand in a line for each kernel of the
// answer the name that the answer gives it, the one that it has there, and the one in each
// alternative, or "-".
#pragma once

namespace lockstep::grader {

// In a process that an alternative's trial has started: goes on with that one. Otherwise nothing.
void choose_alternative_of_parent();

// Tries those from number LOCKSTEP_ALTERNATIVE on, counted from 0, one after the other, and writes
// a record for each. One that crashes or does not end takes the process with it.
void try_alternatives();

}  // namespace lockstep::grader
