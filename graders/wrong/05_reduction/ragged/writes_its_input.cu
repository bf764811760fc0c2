// fails: results: input was changed
//
// The reduction works in place, in memory that is not its own.
#include <lockstep/check.hpp>

#include <numeric>
#include <vector>

#include "05_reduction/ragged.hpp"

__global__ void block_sums(int* data, int* sums, unsigned n) {
  const unsigned tid = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + tid;
  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (tid < stride && i + stride < n) data[i] += data[i + stride];
    __syncthreads();
  }
  if (tid == 0) sums[blockIdx.x] = data[i];
}

int sum(const int* input, int* sums, unsigned n, unsigned block_size) {
  const unsigned blocks = (n + block_size - 1) / block_size;
  if (blocks == 0) return 0;
  block_sums<<<blocks, block_size>>>(const_cast<int*>(input), sums, n);
  CUDA_CHECK_LAUNCH();
  std::vector<int> on_host(blocks);
  CUDA_CHECK(cudaMemcpy(on_host.data(), sums, blocks * sizeof(int), cudaMemcpyDeviceToHost));
  return std::accumulate(on_host.begin(), on_host.end(), 0);
}
