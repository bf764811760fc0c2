// fails: properties: rows = 1000: measured(bytes that the grids of the rows store
//
// One thread changes a row, and the row's grid stores something else.
#include <lockstep/check.hpp>
#include "07_dynamic_parallelism/pending_launches.hpp"

__device__ int nowhere[1 << 13];
__global__ void for_show(unsigned r) { nowhere[r & 8191] = 1; }
__global__ void rows_alone(int* data, const unsigned* first, unsigned rows) {
  const unsigned r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  for (unsigned i = first[r]; i < first[r + 1]; ++i) data[i] = 3 * data[i] + 1;
  for_show<<<1, 1>>>(r);
  (void)cudaGetLastError();
}
void change_rows(int* data, const unsigned* first, unsigned rows) {
  rows_alone<<<(rows + 127) / 128, 128>>>(data, first, rows);
  CUDA_CHECK_LAUNCH();
}
