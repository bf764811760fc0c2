// fails: properties: one_thread_adds.cu:12: one-lane-works
//
// The first thread of each block adds for all others, which wait.
#include <lockstep/check.hpp>

#include <numeric>
#include <vector>

#include "05_reduction/ragged.hpp"

__global__ void block_sums(const int* data, int* partial, unsigned size) {
  if (threadIdx.x != 0) return;
  const unsigned first = blockIdx.x * blockDim.x;
  int total = 0;
  for (unsigned i = first; i < min(first + blockDim.x, size); ++i) total += data[i];
  partial[blockIdx.x] = total;
}

int sum(const int* data, int* partial, unsigned size, unsigned block_size) {
  const unsigned blocks = (size + block_size - 1) / block_size;
  if (blocks == 0) return 0;
  block_sums<<<blocks, block_size>>>(data, partial, size);
  CUDA_CHECK_LAUNCH();
  std::vector<int> on_host(blocks);
  CUDA_CHECK(cudaMemcpy(on_host.data(), partial, blocks * sizeof(int), cudaMemcpyDeviceToHost));
  return std::accumulate(on_host.begin(), on_host.end(), 0);
}
