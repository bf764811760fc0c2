// Launches one kernel of a table once, so that its counters can be set beside those of hardware
// (docs/counters.md). Usage: counters KERNEL ELEMENTS GRID BLOCK, shapes as in 32768 or 512x512.
//
// Contents of memory do not matter: no kernel here branches on data.
#include <lockstep/lockstep.hpp>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "../../../../chapters/02_warp_divergence/three_kernels.cuh"
#include "matrix.cuh"
#include "reduction.cuh"

namespace {

using math_kernel = void (*)(float*);
using reduce_kernel = void (*)(int*, int*, unsigned);

struct {
  const char* name;
  math_kernel kernel;
} const math_kernels[] = {
    {"mathKernel1", by_thread}, {"mathKernel2", by_warp}, {"mathKernel3", two_ifs}};

struct {
  const char* name;
  reduce_kernel kernel;
} const reductions[] = {
    {"reduceNeighbored", reduce_neighbored},
    {"reduceNeighboredLess", reduce_neighbored_less},
    {"reduceInterleaved", reduce_interleaved},
    {"reduceUnrolling2", reduce_unrolling<2>},
    {"reduceUnrolling4", reduce_unrolling<4>},
    {"reduceUnrolling8", reduce_unrolling<8>},
    {"reduceUnrolling16", reduce_unrolling<16>},
    {"reduceUnrollWarps8", reduce_unroll_warps<true>},
    {"reduceUnrollWarps8Sync", reduce_unroll_warps<false>},
    {"reduceCompleteUnrollWarps8", reduce_complete_unroll_warps},
    {"reduceCompleteUnroll", reduce_complete_unroll<512, true>},
    {"reduceCompleteUnrollSync", reduce_complete_unroll<512, false>},
};

dim3 shape(const char* text) {
  unsigned x = 1, y = 1;
  std::sscanf(text, "%ux%u", &x, &y);
  return {x, y};
}

bool launch(const char* name, std::size_t elements, dim3 grid, dim3 block) {
  lockstep::device_buffer<int> data(elements);
  CUDA_CHECK(cudaMemset(data.data(), 0, data.bytes()));
  for (const auto& one : math_kernels) {
    if (std::strcmp(one.name, name) != 0) continue;
    one.kernel<<<grid, block>>>(reinterpret_cast<float*>(data.data()));
    return true;
  }
  for (const auto& one : reductions) {
    if (std::strcmp(one.name, name) != 0) continue;
    lockstep::device_buffer<int> partial(grid.x);
    one.kernel<<<grid, block>>>(data.data(), partial.data(), static_cast<unsigned>(elements));
    CUDA_CHECK_LAUNCH();
    return true;
  }
  if (std::strcmp("sumMatrixOnGPU2D", name) != 0) return false;
  const int width = static_cast<int>(std::sqrt(static_cast<double>(elements)));
  auto* matrix = reinterpret_cast<float*>(data.data());
  sum_matrix<<<grid, block>>>(matrix, matrix, matrix, width, width);
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) {
    std::fprintf(stderr, "usage: counters KERNEL ELEMENTS GRID BLOCK\n");
    return 64;
  }
  if (!launch(argv[1], std::strtoull(argv[2], nullptr, 10), shape(argv[3]), shape(argv[4]))) {
    std::fprintf(stderr, "there is no kernel %s\n", argv[1]);
    return 64;
  }
  CUDA_CHECK_LAUNCH();
}
