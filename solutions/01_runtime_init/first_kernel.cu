// Solution of 01_runtime_init/first_kernel
//
// Every thread runs the same code; its index tells it which element is its own. blockIdx.x blocks
// of blockDim.x threads come before its block, and threadIdx.x threads before it in the block.
// Blocks are launched whole, so the last one may have threads without an element: the guard keeps
// them from touching what lies behind the end.
#include "01_runtime_init/first_kernel.hpp"

__global__ void scale(const float* data, float* result, unsigned size, float factor) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size) result[i] = factor * data[i];
}
