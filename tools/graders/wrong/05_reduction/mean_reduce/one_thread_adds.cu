// fails: properties: lanes that take part
//
// The first thread of each block adds for all others, which wait.
#include <lockstep/check.hpp>

#include <vector>

#include "05_reduction/mean_reduce.hpp"

// partial[b] = the sum of the elements of block b.
__global__ void block_sums(const int* data, long long* partial, unsigned size) {
  if (threadIdx.x != 0) return;
  const unsigned first = blockIdx.x * blockDim.x;
  long long total = 0;
  for (unsigned i = first; i < min(first + blockDim.x, size); ++i) total += data[i];
  partial[blockIdx.x] = total;
}

double mean(const int* data, long long* partial, unsigned size, unsigned block_size) {
  const unsigned blocks = (size + block_size - 1) / block_size;
  block_sums<<<blocks, block_size>>>(data, partial, size);
  CUDA_CHECK_LAUNCH();

  std::vector<long long> on_host(blocks);
  CUDA_CHECK(
      cudaMemcpy(on_host.data(), partial, blocks * sizeof(long long), cudaMemcpyDeviceToHost));

  long long total = 0;
  for (const long long one : on_host) total += one;
  return static_cast<double>(total) / size;
}
