// fails: results: host_scales.cu:35: host-got-elements(
//
// The slow kernel is gone: the host does what it did.
#include <lockstep/check.hpp>

#include <vector>

#include "04_parallelism/transposed_block.hpp"

constexpr unsigned side = 32;  // of a block

__global__ void add(const int* a, const int* b, int* c, unsigned width, unsigned height) {
  const unsigned x = blockIdx.x * side + threadIdx.x;
  const unsigned y = blockIdx.y * side + threadIdx.y;
  if (x >= width || y >= height) return;
  const unsigned i = y * width + x;
  c[i] = a[i] + b[i];
}

__global__ void shift_columns(const int* offset, int* c, unsigned width, unsigned height) {
  const unsigned x = blockIdx.x * side + threadIdx.x;
  const unsigned y = blockIdx.y * side + threadIdx.y;
  if (x >= width || y >= height) return;
  const unsigned i = y * width + x;
  c[i] += offset[x];
}

void combine(const int* a, const int* b, const int* factor, const int* offset, int* c,
             unsigned width, unsigned height) {
  const dim3 block(side, side);
  const dim3 grid((width + side - 1) / side, (height + side - 1) / side);
  add<<<grid, block>>>(a, b, c, width, height);

  std::vector<int> factors(height), sums(width * height);
  CUDA_CHECK(cudaMemcpy(factors.data(), factor, height * sizeof(int), cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaMemcpy(sums.data(), c, sums.size() * sizeof(int), cudaMemcpyDeviceToHost));
  for (unsigned i = 0; i < sums.size(); ++i) sums[i] *= factors[i / width];
  CUDA_CHECK(cudaMemcpy(c, sums.data(), sums.size() * sizeof(int), cudaMemcpyHostToDevice));

  shift_columns<<<grid, block>>>(offset, c, width, height);
  CUDA_CHECK_LAUNCH();
}
