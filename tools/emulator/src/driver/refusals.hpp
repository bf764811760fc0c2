// The answer to a call that the emulator does not have.
#pragma once

namespace lockstep::driver {

// CUDA_ERROR_NOT_SUPPORTED.
int refuse(const char* name, const char* reason);

}  // namespace lockstep::driver
