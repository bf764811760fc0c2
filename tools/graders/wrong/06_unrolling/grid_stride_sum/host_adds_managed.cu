// fails: properties: bytes copied to the host
//
// The kernel adds all elements, and then the host does, whose sum counts: in managed memory.
#include <lockstep/check.hpp>

#include <numeric>

#include "06_unrolling/grid_stride_sum.hpp"

constexpr unsigned block_size = 256;

// partial[b] = the sum of what the threads of block b have added.
__global__ void block_sums(const int* data, int* partial, unsigned size) {
  const unsigned threads = gridDim.x * blockDim.x;
  int sum = 0;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += threads) sum += data[i];

  __shared__ int tile[block_size];
  const unsigned t = threadIdx.x;
  tile[t] = sum;
  __syncthreads();

  for (unsigned stride = block_size / 2; stride > 0; stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}

int sum(const int* data, int* partial, unsigned size) {
  int processors = 0;
  int resident = 0;
  CUDA_CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, block_sums, block_size, 0));
  const unsigned blocks = processors * resident;

  block_sums<<<blocks, block_size>>>(data, partial, size);
  CUDA_CHECK_LAUNCH();

  if (size == 0) return 0;
  int* managed = nullptr;
  CUDA_CHECK(cudaMallocManaged(&managed, size * sizeof(int)));
  CUDA_CHECK(cudaMemcpy(managed, data, size * sizeof(int), cudaMemcpyDeviceToDevice));
  CUDA_CHECK(cudaDeviceSynchronize());
  const int total = std::accumulate(managed, managed + size, 0);
  CUDA_CHECK(cudaFree(managed));
  return total;
}
