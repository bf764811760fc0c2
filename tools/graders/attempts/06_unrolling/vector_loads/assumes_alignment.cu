// Exercise 06_unrolling/vector_loads: sixteen bytes a load
//
// In the kernel below a lane asks for 4 bytes in each load. It may ask for 16: an int4, four
// neighbouring integers in one instruction. Then a warp has four times as many bytes under way, and
// needs a quarter of the requests. The hardware demands one thing: the address of an int4 is a
// multiple of 16. `data` may begin anywhere, and may end anywhere, so that there can be up to three
// elements before the first whole int4, and up to three behind the last.
//
// What is checked: the sum, for sizes from 0 to a few, around a warp, ragged, large and random, for
// every beginning, and for blocks of 64 to 1024 threads; that nothing outside of `data` is read,
// and no address is misaligned; that the kernel makes at most 30 % of the load requests that it
// makes now, wherever `data` begins; that it touches no more sectors.
//
// The parameters are described beside this file, in vector_loads.hpp.
#include <cstdint>

#include "06_unrolling/vector_loads.hpp"

constexpr unsigned largest_block = 1024;

__global__ void block_sums(const int* data, int* partial, unsigned size) {
  const unsigned threads = gridDim.x * blockDim.x;
  const unsigned first = blockIdx.x * blockDim.x + threadIdx.x;

  int sum = 0;
  const int4* vectors = reinterpret_cast<const int4*>(data);
  const unsigned count = size / 4;
  for (unsigned i = first; i < count; i += threads) {
    const int4 v = vectors[i];
    sum += v.x + v.y + v.z + v.w;
  }
  if (4 * count + first < size) sum += data[4 * count + first];

  __shared__ int tile[largest_block];
  const unsigned t = threadIdx.x;
  tile[t] = sum;
  __syncthreads();

  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}
