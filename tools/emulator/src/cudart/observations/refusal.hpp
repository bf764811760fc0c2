// The answer to a call that the emulator does not have.
#pragma once

namespace lockstep::cudart {

// Tells so, once for each call, and gives cudaErrorNotSupported, which also becomes the thread's
// last error.
int refuse_call(const char* name, const char* reason);

}  // namespace lockstep::cudart
