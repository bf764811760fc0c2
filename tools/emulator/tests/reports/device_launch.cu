// Launches from kernels.
#include "examples.hpp"

using report_examples::zeros;

namespace {

// [lost_child_launch]
__global__ void child(int* data) { atomicAdd(&data[threadIdx.x], 1); }
__global__ void parent(int* data) { child<<<1, 32>>>(data); }  // 4096 of them
// [end]

}  // namespace

EXAMPLE(lost_child_launch) { parent<<<64, 64>>>(zeros(32)); }
