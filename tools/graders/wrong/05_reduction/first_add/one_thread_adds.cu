// fails: properties: lanes that take part
//
// One thread of each block adds for all others, which leave.
#include <lockstep/check.hpp>

#include <numeric>
#include <vector>

#include "05_reduction/first_add.hpp"

// partial[b] = the sum of the elements of block b, 2 * blockDim.x of them.
__global__ void block_sums(const int* data, int* partial, unsigned size) {
  const unsigned t = threadIdx.x;

  if (t != 0) return;
  const unsigned first = blockIdx.x * (2 * blockDim.x);
  int total = 0;
  for (unsigned i = first; i < min(first + 2 * blockDim.x, size); ++i) total += data[i];
  partial[blockIdx.x] = total;
}

int sum(const int* data, int* partial, unsigned size, unsigned block_size) {
  const unsigned elements = 2 * block_size;
  const unsigned blocks = (size + elements - 1) / elements;

  block_sums<<<blocks, block_size>>>(data, partial, size);
  CUDA_CHECK_LAUNCH();

  std::vector<int> on_host(blocks);
  CUDA_CHECK(cudaMemcpy(on_host.data(), partial, blocks * sizeof(int), cudaMemcpyDeviceToHost));
  return std::accumulate(on_host.begin(), on_host.end(), 0);
}
