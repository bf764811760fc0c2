// Copies of rectangles and boxes, as the runtime describes them.
#pragma once

#include <cuda.h>
#include <driver_types.h>

namespace lockstep::driver {

// They throw failure.
cudaMemcpy3DParms same_copy(const CUDA_MEMCPY2D& copy);
cudaMemcpy3DParms same_copy(const CUDA_MEMCPY3D& copy);
// Between contexts, which share the device.
cudaMemcpy3DParms same_copy(const CUDA_MEMCPY3D_PEER& copy);
// And back.
CUDA_MEMCPY3D driver_copy(const cudaMemcpy3DParms& copy);

}  // namespace lockstep::driver
