// Exercise 07_dynamic_parallelism/pending_launches: launches that get lost
//
// Rows are of very different lengths, so each gets a grid that is as large as it needs: a thread
// for each row launches it. That is right for 2048 rows, and for 2049 it is not: the device keeps
// so many launches that are not complete, and what finds no room is dropped. The host hears
// nothing.
//
// See to it that every row is done, once, however many there are and however small the room is.
// There are two good ways: the thread whose launch was lost notices and does the work itself, or
// the host makes room before it launches. Rows still get grids of their own as far as there is
// room.
//
// What is checked: the results, for 1 to 5000 rows and with room for 16 to 2048 pending launches;
// that `first` stays as it is and nothing outside of the rows is touched; that at least 2000 of
// 3000 rows have a grid, with room for 2048.
//
// The parameters are described beside this file, in pending_launches.hpp.
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

  // TODO (3 lines, here or in change_rows): what if there is no room for this launch?
  for (unsigned i = 0; i < count; ++i) change(row[i]);
}

void change_rows(int* data, const unsigned* first, unsigned rows) {
  launch_rows<<<(rows + block_size - 1) / block_size, block_size>>>(data, first, rows);
  CUDA_CHECK_LAUNCH();
}
