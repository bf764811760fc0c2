// fails: results: host_adds_beside_a_kernel.cu:29: host-got-elements(
//
// One launch of the shape asked for reads every element. Then the host fetches both matrices, adds
// them, and copies its sums over what the kernel has left.
#include "04_parallelism/matrix_sum_2d.hpp"

#include <lockstep/check.hpp>

#include <vector>

__global__ void multiply(const float* a, const float* b, float* c, unsigned width,
                         unsigned height) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) c[y * width + x] = a[y * width + x] * b[y * width + x];
}

void add_matrices(const float* a, const float* b, float* c, unsigned width, unsigned height,
                  dim3 block) {
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  multiply<<<grid, block>>>(a, b, c, width, height);
  CUDA_CHECK_LAUNCH();

  const std::size_t size = std::size_t{width} * height;
  const auto bytes = size * sizeof(float);
  std::vector<float> sum(size), other(size);

  const auto to_host = cudaMemcpyDeviceToHost;
  CUDA_CHECK(cudaMemcpy(sum.data(), a, bytes, to_host));
  CUDA_CHECK(cudaMemcpy(other.data(), b, bytes, to_host));
  for (std::size_t i = 0; i < size; ++i) sum[i] += other[i];
  CUDA_CHECK(cudaMemcpy(c, sum.data(), bytes, cudaMemcpyHostToDevice));
}
