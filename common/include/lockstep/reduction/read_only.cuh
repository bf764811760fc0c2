// Kernels that read every element, 16 bytes a lane, and do nothing with them. No kernel that needs
// all elements can be faster.
#pragma once

#include <lockstep/check.hpp>

namespace lockstep {
namespace reduction {

enum class purpose { ceiling, flush };  // two kernels, so that a profiler tells them apart

// `never` is written only if all words that a thread reads have the sum `impossible`; it makes the
// compiler keep the loads.
template <purpose>
__global__ void __launch_bounds__(512, 4)
    read_only(const int4* data, int* never, unsigned vectors, int impossible) {
  constexpr unsigned loads = 4;  // of each thread, at the same time
  const unsigned threads = gridDim.x * blockDim.x;
  int sum = 0;
  const auto read = [&](unsigned i) {
    const int4 v = data[i];
    sum += v.x + v.y + v.z + v.w;
  };
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  for (; i + (loads - 1) * threads < vectors; i += loads * threads) {
#pragma unroll
    for (unsigned k = 0; k < loads; ++k) read(i + k * threads);
  }
#pragma unroll
  for (unsigned k = 0; k + 1 < loads; ++k) {
    if (i + k * threads < vectors) read(i + k * threads);
  }
  if (sum == impossible) *never = 1;
}

// Reads `size` elements (but the last `size % 4`) with as many threads as the device holds.
template <purpose Purpose>
void launch_read_only(const int* data, int* never, unsigned size) {
  static const int multiprocessors = [] {
    int device = 0;
    int value = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, device));
    return value;
  }();
  constexpr int impossible = -0x7FFFFFFF;
  read_only<Purpose><<<static_cast<unsigned>(multiprocessors) * 4, 512>>>(
      reinterpret_cast<const int4*>(data), never, size / 4, impossible);
}

}  // namespace reduction
}  // namespace lockstep
