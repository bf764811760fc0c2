// fails: results: writes_its_input.cu:15: input-changed(data, data
//
// The reduction works in place, in memory that is not its own.
#include <lockstep/check.hpp>

#include <numeric>
#include <vector>

#include "05_reduction/ragged.hpp"

__global__ void block_sums(int* data, int* partial, unsigned size) {
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (t < stride && i + stride < size) data[i] += data[i + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = data[i];
}

int sum(const int* data, int* partial, unsigned size, unsigned block_size) {
  const unsigned blocks = (size + block_size - 1) / block_size;
  if (blocks == 0) return 0;
  block_sums<<<blocks, block_size>>>(const_cast<int*>(data), partial, size);
  CUDA_CHECK_LAUNCH();
  std::vector<int> on_host(blocks);
  CUDA_CHECK(cudaMemcpy(on_host.data(), partial, blocks * sizeof(int), cudaMemcpyDeviceToHost));
  return std::accumulate(on_host.begin(), on_host.end(), 0);
}
