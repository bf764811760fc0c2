// Exercise 04_parallelism/two_per_thread: two elements at a time
//
// The sum of two vectors by blocks of 256 threads, one element for each thread. A thread that adds
// two elements a block apart (exercise row_1d) halves the number of blocks, but not the number of
// loads: each of them still brings 4 bytes to a lane. A lane can ask for 8 or 16 bytes at once, if
// they lie side by side and begin at a multiple of 8 or 16. Let each thread add two neighbours, and
// load, and store, both with one instruction: float2 is the type of two floats.
//
// What is checked: the sum, for sizes even and odd, around a warp, a block and two blocks, and
// random; that `a` and `b` stay as they are and nothing outside of them is read; that there is one
// launch, of blocks of 256 threads, as many as are needed for two elements a thread; that every
// element is read once; that a request of a warp asks for 256 bytes in place of 128, in loads and
// in stores (at least 240 on average), and uses what it touches (at least 95 %).
//
// The parameters are described beside this file, in two_per_thread.hpp.
#include <lockstep/check.hpp>

#include "04_parallelism/two_per_thread.hpp"

constexpr unsigned block_size = 256;

__global__ void add_elements(const float* a, const float* b, float* c, unsigned size) {
  const unsigned p = blockIdx.x * blockDim.x + threadIdx.x;
  if (2 * p + 1 < size) {
    const float2 u = reinterpret_cast<const float2*>(a)[p];
    const float2 v = reinterpret_cast<const float2*>(b)[p];
    reinterpret_cast<float2*>(c)[p] = make_float2(u.x + v.x, u.x + v.y);
  } else if (2 * p < size) {
    c[2 * p] = a[2 * p] + b[2 * p];
  }
}

void add_vectors(const float* a, const float* b, float* c, unsigned size) {
  const unsigned blocks = (size + 2 * block_size - 1) / (2 * block_size);

  add_elements<<<blocks, block_size>>>(a, b, c, size);
  CUDA_CHECK_LAUNCH();
}
