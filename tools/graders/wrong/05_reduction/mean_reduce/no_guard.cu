// fails: checks: out_of_bounds
//
// The last block has more threads than elements, and all of them read.
#include <lockstep/check.hpp>

#include <vector>

#include "05_reduction/mean_reduce.hpp"

constexpr unsigned largest_block = 1024;

// partial[b] = the sum of the elements of block b.
__global__ void block_sums(const int* data, long long* partial, unsigned size) {
  __shared__ long long tile[largest_block];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  tile[t] = data[i];
  __syncthreads();

  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
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
