// The grader's own kernel for 02_warp_divergence/align_to_warp.
#pragma once

#include <cuda_runtime.h>

// The kernel that the exercise begins with.
__global__ void scramble_as_given(const unsigned* data, unsigned* result, unsigned size,
                                  unsigned rounds);
