#include <lockstep/check.hpp>

#include "07_dynamic_parallelism/pending_launches.hpp"

constexpr unsigned block_size = 128;

constexpr __host__ __device__ unsigned blocks_for(unsigned threads) {
  return (threads + block_size - 1) / block_size;
}

__device__ void change(int& x) { x = 3 * x + 1; }

__global__ void change_row(int* row, unsigned count) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) change(row[i]);
}

// A thread for each row.
__global__ void launch_rows(int* data, const unsigned* first, unsigned rows) {
  const unsigned r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  int* row = data + first[r];
  const unsigned count = first[r + 1] - first[r];
  if (count > 0) change_row<<<blocks_for(count), block_size>>>(row, count);
}

void change_rows(int* data, const unsigned* first, unsigned rows) {
  const unsigned blocks = blocks_for(rows);
  CUDA_CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, blocks));

  launch_rows<<<blocks, block_size>>>(data, first, rows);
  CUDA_CHECK_LAUNCH();
}
