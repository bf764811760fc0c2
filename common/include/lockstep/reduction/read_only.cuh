// The ceiling: a kernel that reads every element, 16 bytes a lane, and does nothing with them. No
// kernel that needs all elements can be faster than one that only reads them.
#pragma once

#include <lockstep/check.hpp>

namespace lockstep {
namespace reduction {

// `never` is written only if every bit of every word that a thread reads is set; it makes the
// compiler keep the loads.
static __global__ void __launch_bounds__(512, 4)
    read_only(const int4* data, int* never, unsigned vectors) {
  constexpr unsigned loads = 4;  // of each thread, at the same time
  const unsigned threads = gridDim.x * blockDim.x;
  int4 all = make_int4(-1, -1, -1, -1);
  const auto read = [&](unsigned i) {
    const int4 v = data[i];
    all = make_int4(all.x & v.x, all.y & v.y, all.z & v.z, all.w & v.w);
  };
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  for (; i + (loads - 1) * threads < vectors; i += loads * threads) {
#pragma unroll
    for (unsigned k = 0; k < loads; ++k) read(i + k * threads);
  }
#pragma unroll
  for (unsigned k = 0; k < loads; ++k) {
    if (i + k * threads < vectors) read(i + k * threads);
  }
  if ((all.x & all.y & all.z & all.w) == -1 && vectors > threads) *never = 1;
}

// Reads `size` elements (but the last `size % 4`) with as many threads as the device holds.
inline void launch_read_only(const int* data, int* never, unsigned size) {
  int device = 0;
  int multiprocessors = 0;
  CUDA_CHECK(cudaGetDevice(&device));
  CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
  const auto blocks = static_cast<unsigned>(multiprocessors) * 4;
  read_only<<<blocks, 512>>>(reinterpret_cast<const int4*>(data), never, size / 4);
}

}  // namespace reduction
}  // namespace lockstep
