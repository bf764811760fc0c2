#include <lockstep/check.hpp>

#include "04_parallelism/matrix_sum_int.hpp"

__global__ void add_elements(const int* a, const int* b, int* c, unsigned width, unsigned height,
                             unsigned pitch) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const unsigned i = y * pitch + x;
  c[i] = a[i] + b[i];
}

namespace {

constexpr unsigned threads = 256;

unsigned rounded_up(unsigned n, unsigned unit) { return (n + unit - 1) / unit * unit; }

// Tries all widths and takes the one that leaves the fewest threads without an element; of equal
// ones the widest. A narrow matrix gets the power of two above its width, a wide one at least a
// warp, for whole sectors.
unsigned best_block_width(unsigned width) {
  unsigned best = 1;
  while (best < width && best < 32) best *= 2;
  if (best < 32) return best;
  for (unsigned candidate = 64; candidate <= threads; candidate *= 2)
    if (rounded_up(width, candidate) <= rounded_up(width, best)) best = candidate;
  return best;
}

}  // namespace

void add_matrices(const int* a, const int* b, int* c, unsigned width, unsigned height,
                  unsigned pitch) {
  const unsigned across = best_block_width(width);
  const dim3 block(across, threads / across);

  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  add_elements<<<grid, block>>>(a, b, c, width, height, pitch);
  CUDA_CHECK_LAUNCH();
}
