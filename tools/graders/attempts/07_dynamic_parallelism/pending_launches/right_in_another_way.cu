// 07_dynamic_parallelism/pending_launches: launches that get lost
// Task       Make sure that every row is changed exactly once, for any number of rows and with any
//            room for launches. Either the thread whose launch was lost changes its row itself, or
//            the host makes room beforehand.
// Given      Rows differ in length, so a thread for each row launches a grid of the size that it
//            needs. But the device has room for only 2048 launches that are not complete, unless
//            the host changes that. It drops the others, and the host sees no error.
// Done when  the results are right for 1 to 5000 rows, with room for 16 to 2048 launches; `first`
//            is unchanged and nothing outside of the rows is touched; with room for 2048, at least
//            2000 of 3000 rows have a grid of their own.
// Interface  void change_rows(int* data, const unsigned* first, unsigned rows);
#include <lockstep/check.hpp>

#include "07_dynamic_parallelism/pending_launches.hpp"

constexpr unsigned block_size = 128;

__device__ int changed(int x) { return 3 * x + 1; }

__global__ void change_row(int* row, unsigned count) {
  const unsigned i = blockIdx.x * block_size + threadIdx.x;
  if (i < count) row[i] = changed(row[i]);
}

// Whether the row has got a grid.
__device__ bool launch_row(int* row, unsigned count) {
  change_row<<<(count + block_size - 1) / block_size, block_size>>>(row, count);
  return cudaGetLastError() == cudaSuccess;
}

__global__ void launch_rows(int* data, const unsigned* first, unsigned rows) {
  const unsigned r = blockIdx.x * block_size + threadIdx.x;
  if (r >= rows) return;
  const unsigned begin = first[r], end = first[r + 1];
  if (begin == end || launch_row(data + begin, end - begin)) return;
  for (unsigned i = begin; i < end; ++i) data[i] = changed(data[i]);
}

void change_rows(int* data, const unsigned* first, unsigned rows) {
  const unsigned blocks = rows / block_size + (rows % block_size > 0);
  launch_rows<<<blocks, block_size>>>(data, first, rows);
  CUDA_CHECK_LAUNCH();
}
