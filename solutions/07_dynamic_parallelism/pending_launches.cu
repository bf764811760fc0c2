// Solution of 07_dynamic_parallelism/pending_launches
//
// A launch that finds no room is an error of the thread that launched, and of nobody else: it asks
// with cudaGetLastError, at once, and then does the row alone. That is slow, and it is right for
// any number of rows and any limit; most rows still have their grids.
//
// The other way is cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, rows) before the
// launch. Then no row is slow, but it takes device memory, about 9 KB for each, and beyond some
// hundred thousand the device gives less than it was asked for, without an error. Both together are
// what a library would do.
//
// The launches are plain ones. With cudaStreamFireAndForget and no room an H200 does not tell the
// thread: the kernel never ends (docs/data/h200_07_no_room.csv).
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
  int* row = data + first[r];
  const unsigned count = first[r + 1] - first[r];
  if (count == 0) return;

  const unsigned blocks = (count + block_size - 1) / block_size;
  change_row<<<blocks, block_size>>>(row, count);
  if (cudaGetLastError() == cudaSuccess) return;
  for (unsigned i = 0; i < count; ++i) change(row[i]);
}

void change_rows(int* data, const unsigned* first, unsigned rows) {
  launch_rows<<<(rows + block_size - 1) / block_size, block_size>>>(data, first, rows);
  CUDA_CHECK_LAUNCH();
}
