// 07_dynamic_parallelism/pending_launches: launches that get lost
// Task       Make sure that every row is changed exactly once, for any number of rows and with any
//            room for launches. Either the thread whose launch was lost changes its row itself, or
//            the host makes room beforehand.
// Given      Rows differ in length, so a thread for each row launches a grid of the size that it
//            needs. But the device has room for only 2048 launches that are not complete, unless
//            the host changes that. It drops the others, and the host sees no error.
// Done when  the results are right for 1 to 5000 rows, with room for 16 to 2048 launches; `first`
//            is unchanged and nothing outside of the rows is touched; with room for 2048, at least
//            2000 of 3000 rows have a grid of their own, whose threads share the work.
// Interface  void change_rows(int* data, const unsigned* first, unsigned rows);
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

  // TODO (3 lines, here or in change_rows): if this launch is lost, change the row in this thread;
  // or make room for all launches before the first.
  const unsigned blocks = (count + block_size - 1) / block_size;
  change_row<<<blocks, block_size>>>(row, count);
}

void change_rows(int* data, const unsigned* first, unsigned rows) {
  launch_rows<<<(rows + block_size - 1) / block_size, block_size>>>(data, first, rows);
  CUDA_CHECK_LAUNCH();
}
