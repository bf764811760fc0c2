// fails: results: one_element_missing.cu:10: written-for-lost-launch(
//
// The thread that does its row alone ends too early.
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
  for (unsigned i = 0; i + 1 < count; ++i) change(row[i]);
}

void change_rows(int* data, const unsigned* first, unsigned rows) {
  launch_rows<<<(rows + block_size - 1) / block_size, block_size>>>(data, first, rows);
  CUDA_CHECK_LAUNCH();
}
