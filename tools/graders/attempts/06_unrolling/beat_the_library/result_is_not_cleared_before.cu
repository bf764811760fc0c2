// Exercise 06_unrolling/beat_the_library: your own sum against NVIDIA's
#include <lockstep/check.hpp>

#include "06_unrolling/beat_the_library.hpp"

constexpr unsigned block_size = 256;

__device__ int warp_sum(int v) {
#pragma unroll
  for (unsigned offset = 16; offset > 0; offset /= 2) v += __shfl_down_sync(0xFFFFFFFFu, v, offset);
  return v;
}

__global__ void add_all(const int* data, int* result, unsigned size) {
  const unsigned thread = blockIdx.x * block_size + threadIdx.x;
  const unsigned threads = gridDim.x * block_size;
  const unsigned vectors = size / 4;
  const int4* four = reinterpret_cast<const int4*>(data);

  int sum = 0;
  unsigned i = thread;
  for (; i + 3 * threads < vectors; i += 4 * threads) {
    const int4 a = four[i];
    const int4 b = four[i + threads];
    const int4 c = four[i + 2 * threads];
    const int4 d = four[i + 3 * threads];
    sum += a.x + a.y + a.z + a.w + b.x + b.y + b.z + b.w;
    sum += c.x + c.y + c.z + c.w + d.x + d.y + d.z + d.w;
  }
  for (; i < vectors; i += threads) {
    const int4 a = four[i];
    sum += a.x + a.y + a.z + a.w;
  }
  if (thread < size % 4) sum += data[4 * vectors + thread];

  __shared__ int warps[block_size / 32];
  const unsigned lane = threadIdx.x % 32;
  const unsigned warp = threadIdx.x / 32;
  sum = warp_sum(sum);
  if (lane == 0) warps[warp] = sum;
  __syncthreads();
  if (warp == 0) {
    sum = warp_sum(lane < block_size / 32 ? warps[lane] : 0);
    if (lane == 0) atomicAdd(result, sum);
  }
}

void sum(const int* data, int* result, int*, unsigned size) {
  int device = 0;
  int processors = 0;
  int resident = 0;
  CUDA_CHECK(cudaGetDevice(&device));
  CUDA_CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, add_all, block_size, 0));

  add_all<<<processors * resident, block_size>>>(data, result, size);
  CUDA_CHECK(cudaGetLastError());
}
