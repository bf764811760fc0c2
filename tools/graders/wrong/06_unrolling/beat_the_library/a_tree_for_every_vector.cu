// fails: properties: a_tree_for_every_vector.cu:23: … called-in(block_sum
//
// As many blocks as there are vectors for: each thread adds one, and then goes through the tree.
#include <lockstep/check.hpp>

#include "06_unrolling/beat_the_library.hpp"

constexpr unsigned block_size = 512;

constexpr unsigned loads = 4;  // of a thread, under way at the same time

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

// What this thread adds alone: vectors a whole grid apart, and one of the last size % 4 elements.
__device__ int add_vectors(const int* data, unsigned size) {
  const int4* vectors = reinterpret_cast<const int4*>(data);
  const unsigned count = size / 4;
  const unsigned threads = gridDim.x * blockDim.x;
  const unsigned first = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
  const auto add = [&](int4 v) { sum += v.x + v.y + v.z + v.w; };

  unsigned i = first;
  for (; i + (loads - 1) * threads < count; i += loads * threads) {
#pragma unroll
    for (unsigned k = 0; k < loads; ++k) add(vectors[i + k * threads]);
  }
  for (; i < count; i += threads) add(vectors[i]);

  if (4 * count + first < size) sum += data[4 * count + first];
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
  const unsigned vectors_of_a_block = 4 * block_size;
  const unsigned blocks = 1 + size / vectors_of_a_block;
  add_all<<<blocks, block_size>>>(data, result, workspace, size);
  CUDA_CHECK(cudaGetLastError());
}
