// Contexts. There is one device, and one address space: contexts share it, as they share streams
// and events. What a context owns goes with it: memory that was allocated and modules that were
// loaded while it was current.
#pragma once

#include <cuda.h>

struct CUctx_st {
  unsigned long long id = 0;
  unsigned flags = 0;
  bool is_primary = false;
};

namespace lockstep::driver {

// nullptr: none. A thread in which calls of the runtime need one has the primary context.
CUcontext current_context();
// The current one, for nullptr; throws failure if there is no such context.
CUctx_st& context_at(CUcontext context);

bool is_initialised();
void initialise();

// Throws failure{cudaErrorInvalidDevice} for any other device than the only one.
void require_device(CUdevice device);

}  // namespace lockstep::driver
