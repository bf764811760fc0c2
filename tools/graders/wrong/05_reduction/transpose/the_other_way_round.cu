// fails: properties: the_other_way_round.cu:9: lanes-apart(
//
// Stores rows, and loads columns for it.
#include "05_reduction/transpose.hpp"

__global__ void transpose(const int* in, int* out, unsigned width, unsigned height) {
  const unsigned x = blockIdx.x * 32 + threadIdx.y;
  const unsigned y = blockIdx.y * 32 + threadIdx.x;
  if (x < width && y < height) out[x * height + y] = in[y * width + x];
}
