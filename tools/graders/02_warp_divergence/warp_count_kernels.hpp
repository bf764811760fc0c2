// The grader's own kernel for 02_warp_divergence/warp_count.
#pragma once

#include <cuda_runtime.h>

// All threads of the block take the same way: out[i] = i, for thread number i.
__global__ void all_the_same(unsigned* out);
