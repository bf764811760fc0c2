// fails: properties: straight.cu:9: lanes-apart(
//
// Columns of `out` are stored from registers, 32 sectors a request.
#include "05_reduction/transpose.hpp"

__global__ void transpose(const int* in, int* out, unsigned width, unsigned height) {
  const unsigned x = blockIdx.x * 32 + threadIdx.x;
  const unsigned y = blockIdx.y * 32 + threadIdx.y;
  if (x < width && y < height) out[x * height + y] = in[y * width + x];
}
