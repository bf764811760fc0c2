// fails: results: result_not_cleared.cu:55: of-kernel-does(add_all, unwritten-global(result[0]
//
// Every block adds its sum to a word that nobody has set to 0.
#include <lockstep/check.hpp>

#include "06_unrolling/beat_the_library.hpp"

constexpr unsigned block_size = 512;

constexpr unsigned loads = 4;  // of a thread, under way at the same time

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

// Adds the sum of everything to *result.
__global__ void add_all(const int* data, int* result, unsigned size) {
  const int mine = block_sum(add_vectors(data, size));
  if (threadIdx.x == 0) atomicAdd(result, mine);
}

void sum(const int* data, int* result, int*, unsigned size) {
  int processors = 0;
  CUDA_CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  add_all<<<processors, block_size>>>(data, result, size);
  CUDA_CHECK(cudaGetLastError());
}
