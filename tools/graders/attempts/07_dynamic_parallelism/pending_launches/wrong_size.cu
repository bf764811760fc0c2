#include <lockstep/check.hpp>

#include "07_dynamic_parallelism/pending_launches.hpp"

constexpr unsigned block_size = 128;

__device__ void change(int& x) { x = 3 * x + 1; }

__global__ void change_row(int* row, unsigned count) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) change(row[i]);
}

// A thread for each row.
__global__ void launch_rows(int* data, const unsigned* first, unsigned rows) {
  const unsigned r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  const unsigned begin = first[r], end = first[r + 1];
  if (begin == end) return;

  const unsigned count = end - begin;
  change_row<<<(count + block_size - 1) / block_size, block_size>>>(data + begin, count);
}

void change_rows(int* data, const unsigned* first, unsigned rows) {
  const unsigned blocks = (rows + block_size - 1) / block_size;

  // make room on the device before anything is launched
  CUDA_CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, blocks));

  launch_rows<<<blocks, block_size>>>(data, first, rows);
  CUDA_CHECK_LAUNCH();
}
