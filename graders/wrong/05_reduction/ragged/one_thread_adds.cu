// fails: properties: lanes that take part
//
// The first thread of each block adds for all others, which wait.
#include <lockstep/check.hpp>

#include <numeric>
#include <vector>

#include "05_reduction/ragged.hpp"

__global__ void block_sums(const int* input, int* sums, unsigned n) {
  if (threadIdx.x != 0) return;
  const unsigned first = blockIdx.x * blockDim.x;
  int total = 0;
  for (unsigned i = first; i < min(first + blockDim.x, n); ++i) total += input[i];
  sums[blockIdx.x] = total;
}

int sum(const int* input, int* sums, unsigned n, unsigned block_size) {
  const unsigned blocks = (n + block_size - 1) / block_size;
  if (blocks == 0) return 0;
  block_sums<<<blocks, block_size>>>(input, sums, n);
  CUDA_CHECK_LAUNCH();
  std::vector<int> on_host(blocks);
  CUDA_CHECK(cudaMemcpy(on_host.data(), sums, blocks * sizeof(int), cudaMemcpyDeviceToHost));
  return std::accumulate(on_host.begin(), on_host.end(), 0);
}
