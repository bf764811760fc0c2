// fails: results: prediction-launches
//
// A block of the shape is launched, and its warps are counted: that is no prediction.
#include "02_warp_divergence/warp_count.hpp"

#include <cuda_runtime.h>

namespace {

__device__ unsigned counted[2];

__global__ void count() {
  const unsigned row = threadIdx.z * blockDim.y + threadIdx.y;
  if ((row * blockDim.x + threadIdx.x) % 32 != 0) return;
  atomicAdd(&counted[0], 1u);
}

unsigned count_warps(block_shape block) {
  const unsigned none[2] = {};
  unsigned all[2] = {};
  cudaMemcpyToSymbol(counted, none, sizeof none);
  count<<<1, dim3(block.x, block.y, block.z)>>>();
  cudaMemcpyFromSymbol(all, counted, sizeof all);
  return all[0];
}

}  // namespace

lockstep::prediction warps(block_shape block) { return count_warps(block); }

lockstep::prediction idle_lanes(block_shape block) {
  return 32 * count_warps(block) - block.x * block.y * block.z;
}
