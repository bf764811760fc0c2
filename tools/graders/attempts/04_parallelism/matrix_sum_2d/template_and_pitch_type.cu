#include <lockstep/check.hpp>

#include "04_parallelism/matrix_sum_2d.hpp"

namespace {

template <typename T>
struct matrix {
  T* first;
  unsigned width, height;
  __device__ bool has(uint2 p) const { return p.x < width && p.y < height; }
  __device__ T& operator()(uint2 p) const { return first[p.y * width + p.x]; }
};

struct plus {
  __device__ float operator()(float u, float v) const { return u + v; }
};

template <typename F>
__global__ void zip(matrix<const float> a, matrix<const float> b, matrix<float> c, F f) {
  const uint2 p = make_uint2(blockIdx.x * blockDim.x + threadIdx.x,
                             blockIdx.y * blockDim.y + threadIdx.y);
  if (c.has(p)) c(p) = f(a(p), b(p));
}

unsigned blocks_for(unsigned length, unsigned side) { return (length - 1) / side + 1; }

}  // namespace

void add_matrices(const float* a, const float* b, float* c, unsigned width, unsigned height,
                  dim3 block) {
  const dim3 grid(blocks_for(width, block.x), blocks_for(height, block.y));
  zip<<<grid, block>>>(matrix<const float>{a, width, height}, matrix<const float>{b, width, height},
                       matrix<float>{c, width, height}, plus{});
  CUDA_CHECK_LAUNCH();
}
