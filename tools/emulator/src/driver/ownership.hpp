// What goes with a context when it is destroyed: memory that was allocated and modules that were
// loaded while it was current. The primary context, which is never destroyed, keeps no list.
#pragma once

#include <cuda.h>

#include "cudart/registry.hpp"

namespace lockstep::driver {

// The current context owns it.
void owns(CUdeviceptr allocation);
void owns(cudart::registered_image& module);
// The program has freed or unloaded it.
void disowns(CUdeviceptr allocation);
void disowns(cudart::registered_image& module);

void release_what_is_owned(CUcontext context);

}  // namespace lockstep::driver
