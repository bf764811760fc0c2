// Exercise 06_unrolling/beat_the_library: your own sum against NVIDIA's
//
// NVIDIA's library has a sum, cub::DeviceReduce::Sum, and it is a good one. Beat it. What you find
// below is right and simple: a grid that fits the device, a tree in each block, a second launch for
// the sums of the blocks. Use whatever the two chapters on reduction had to say, and change
// everything but the signature of sum. Only CUB and Thrust must not do it for you; their parts for
// a warp or a block, like cub::BlockReduce, may be in your kernel.
//
// What is checked: the sum, for sizes from 0 up, ragged, large and random, and call after call in
// the same memory; that `data` stays as it is and nothing outside of it is read. Then the library
// runs beside it, with N = 2^23. The GPU has to read every element, with at least one block and 8
// warps for each multiprocessor, so that the memory is kept busy; and your kernels may need
//   no more launches than the library,
//   no more sectors of 32 bytes (1 % more is forgiven),
//   no more instructions.
// How far below you come is your score: `./lockstep verify` shows it. On a GPU it also shows the
// times with N = 2^20, 2^24 and 2^28, beside the library's. How far an H200 goes is in the lesson,
// "The last rungs": 23 needs 0.79 of the library's time at 2^20, 0.91 at 2^24, 0.99 at 2^28.
//
// The parameters are described beside this file, in beat_the_library.hpp.
#include <lockstep/check.hpp>

#include "06_unrolling/beat_the_library.hpp"

constexpr unsigned block_size = 512;

__device__ int warp_sum(int x) {
  for (unsigned d = 16; d > 0; d /= 2) x += __shfl_down_sync(0xFFFFFFFF, x, d);
  return x;
}

// Thread 0 gets the sum of the block.
__device__ int block_sum(int x) {
  __shared__ int of_warp[block_size / 32];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  x = warp_sum(x);
  if (lane == 0) of_warp[warp] = x;
  __syncthreads();
  if (warp == 0) x = warp_sum(lane < block_size / 32 ? of_warp[lane] : 0);
  return x;
}

__device__ int four(int4 v) { return v.x + v.y + v.z + v.w; }

__global__ void total(const int* data, int* result, int* workspace, unsigned size) {
  const int4* vectors = reinterpret_cast<const int4*>(data);
  const unsigned count = size / 4;
  const unsigned threads = gridDim.x * block_size;
  const unsigned me = blockIdx.x * block_size + threadIdx.x;

  int x = 0;
  unsigned i = me;
  for (; i + 3 * threads < count; i += 4 * threads) {
    const int4 a = vectors[i];
    const int4 b = vectors[i + threads];
    const int4 c = vectors[i + 2 * threads];
    const int4 d = vectors[i + 3 * threads];
    x += four(a) + four(b) + four(c) + four(d);
  }
  for (; i < count; i += threads) x += four(vectors[i]);
  if (me < size % 4) x += data[4 * count + me];
  x = block_sum(x);

  if (threadIdx.x == 0) atomicAdd(result, x);
}

void sum(const int* data, int* result, int* workspace, unsigned size) {
  int processors = 0;
  CUDA_CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  total<<<processors, block_size>>>(data, result, workspace, size);
  CUDA_CHECK(cudaGetLastError());
}
