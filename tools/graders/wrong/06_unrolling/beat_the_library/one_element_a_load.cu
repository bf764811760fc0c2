// fails: properties: one_element_a_load.cu:37: … most-instructions-here
//
// All of the solution but the vectors: 4 bytes a load, one load a round.
#include <lockstep/check.hpp>

#include "06_unrolling/beat_the_library.hpp"

constexpr unsigned block_size = 512;

// Blocks that have left their sum. Back at 0 after every launch.
__device__ unsigned blocks_done;

// Thread 0 gets the sum over the block; all threads must come. Between two calls there must be a
// barrier.
__device__ int block_sum(int value) {
  __shared__ int warp_sums[block_size / 32];
  const unsigned lane = threadIdx.x % 32;
  const unsigned warp = threadIdx.x / 32;

  for (unsigned distance = 16; distance > 0; distance /= 2)
    value += __shfl_down_sync(0xFFFFFFFF, value, distance);
  if (lane == 0) warp_sums[warp] = value;
  __syncthreads();

  if (warp == 0) {
    value = lane < block_size / 32 ? warp_sums[lane] : 0;
    for (unsigned distance = 16; distance > 0; distance /= 2)
      value += __shfl_down_sync(0xFFFFFFFF, value, distance);
  }
  return value;
}

// What this thread adds alone: elements a whole grid apart.
__device__ int add_vectors(const int* data, unsigned size) {
  int sum = 0;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += gridDim.x * blockDim.x)
    sum += data[i];
  return sum;
}

// *result = the sum of everything. The last block to come adds what the others have left in
// partial.
__global__ void add_all(const int* data, int* result, int* partial, unsigned size) {
  __shared__ bool is_last;
  const int mine = block_sum(add_vectors(data, size));

  if (threadIdx.x == 0) {
    partial[blockIdx.x] = mine;
    __threadfence();  // whoever sees this block counted must see its sum
    is_last = atomicInc(&blocks_done, gridDim.x - 1) == gridDim.x - 1;  // wraps to 0
    __threadfence();  // and the last block must not have read sums before
  }
  __syncthreads();

  if (is_last) {
    int rest = 0;
    for (unsigned i = threadIdx.x; i < gridDim.x; i += block_size) rest += partial[i];
    rest = block_sum(rest);
    if (threadIdx.x == 0) *result = rest;
  }
}

void sum(const int* data, int* result, int* workspace, unsigned size) {
  int processors = 0;
  CUDA_CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  add_all<<<processors, block_size>>>(data, result, workspace, size);
  CUDA_CHECK(cudaGetLastError());
}
