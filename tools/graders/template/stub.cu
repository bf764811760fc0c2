// Exercise NN_chapter/NAME: what it is about, in one line
//
// What the code does now. What it should do.
//
// What is checked: the results, for sizes around a warp and a block; that `data` stays as it is and
// nothing outside of it is read; that no warp diverges.
//
// How the kernel is launched is described beside this file, in NAME.hpp.
#include "NN_chapter/NAME.hpp"

__global__ void twice(const int* data, int* result, unsigned size) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  // TODO (1 line): a question that leads to the line that is missing
  if (i < size) result[i] = data[i];
}
