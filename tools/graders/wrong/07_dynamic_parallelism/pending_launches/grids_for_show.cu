// fails: properties: rows = 1000: measured(bytes that the grids of the rows store
//
// Each row has a grid, which does nothing: one thread has changed the row before.
#include "07_dynamic_parallelism/pending_launches.hpp"

namespace {

__global__ void nothing() {}

__global__ void change_all(int* data, const unsigned* first, unsigned rows) {
  const unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  for (unsigned i = first[row]; i < first[row + 1]; ++i) data[i] = 3 * data[i] + 1;
  nothing<<<1, 1>>>();
  cudaGetLastError();
}

}  // namespace

void change_rows(int* data, const unsigned* first, unsigned rows) {
  change_all<<<(rows + 127) / 128, 128>>>(data, first, rows);
}
