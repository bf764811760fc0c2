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

  const auto begin = reinterpret_cast<std::uintptr_t>(data);
  const auto end = begin + std::uintptr_t{4} * size;
  const auto up = (begin + 15) & ~std::uintptr_t{15};
  const auto down = end & ~std::uintptr_t{15};

  int sum = 0;
  if (up >= down) {  // no whole int4: seven elements or fewer
    if (first < size) sum = data[first];
  } else {
    for (auto p = reinterpret_cast<const int4*>(up) + first; p < reinterpret_cast<const int4*>(down);
         p += threads)
      sum += p->x + p->y + p->z + p->w;
    const unsigned before = static_cast<unsigned>(up - begin) / 4;
    const unsigned behind = static_cast<unsigned>(end - down) / 4;
    if (first < before) sum += data[first];
    if (first < behind) sum += reinterpret_cast<const int*>(down)[first];
  }

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
