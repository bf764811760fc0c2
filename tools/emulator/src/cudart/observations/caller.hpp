// Where in the program a call of the runtime stands.
//
// The problem: a call that is refused, or an allocation that nobody frees, is a line of the user's
// host code. Return addresses say which, with the line tables of the executable (nvcc -g, or
// -Xcompiler -g1). Between the runtime and that line may lie templates of the toolkit's headers,
// the stubs that nvcc makes of kernels, and libraries. Addresses are cheap to keep; what they mean
// is only found out for what is reported.
#pragma once

#include "cudart/observations/objects.hpp"
#include "lockstep/protocol/finding.hpp"

namespace lockstep::cudart {

// The call of the runtime that the program is in, with its return addresses and no place yet.
protocol::access call_of_program();

// Finds out file, line and callers from the return addresses; where the code that calls has no
// lines, its function; where it has no symbols either, nothing.
void find_place(protocol::access& call);

// Where the call stands that launches what runs now; line 0: not known, or no launch is under way.
protocol::source_place place_of_launch();

}  // namespace lockstep::cudart
