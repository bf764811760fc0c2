// fails: properties: in-results(added-by-threads
//
// The bits of the sum are counted by votes of the block: no thread adds another's element.
#include <lockstep/check.hpp>

#include <numeric>
#include <vector>

#include "05_reduction/ragged.hpp"

constexpr unsigned largest_block = 1024;

// partial[b] = the sum of the elements of block b.
__global__ void block_sums(const int* data, int* partial, unsigned size) {
  __shared__ int tile[largest_block];
  const unsigned t = threadIdx.x;
  const unsigned own = blockIdx.x * blockDim.x + t;

  tile[t] = own < size ? data[own] : 0;
  __syncthreads();

  int sum = 0;
  const int own_element = tile[t];
  for (unsigned bit = 0; bit < 32; ++bit) sum += __syncthreads_count(own_element >> bit & 1) << bit;
  if (t == 0) partial[blockIdx.x] = sum;
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
