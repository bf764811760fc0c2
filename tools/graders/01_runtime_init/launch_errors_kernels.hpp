// The grader's own kernels for 01_runtime_init/launch_errors.
#pragma once

#include <cuda_runtime.h>

__global__ void adds_one(unsigned* counter);

// Deliberate faults, after which the process cannot use the device any more.
__global__ void stores_to(int* where);
__global__ void traps();
__global__ void asserts(bool condition);
