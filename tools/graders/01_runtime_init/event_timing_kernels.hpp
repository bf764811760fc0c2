// The grader's own kernel for 01_runtime_init/event_timing.
#pragma once

#include <cuda_runtime.h>

__global__ void runs();
