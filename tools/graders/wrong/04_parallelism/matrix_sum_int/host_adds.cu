// fails: results: host_adds.cu:14: host-got-elements(
//
// The host fetches both matrices and adds them itself.
#include <lockstep/check.hpp>

#include "04_parallelism/matrix_sum_int.hpp"

#include <vector>

void add_matrices(const int* a, const int* b, int* c, unsigned width, unsigned height,
                  unsigned pitch) {
  const std::size_t size = std::size_t{pitch} * height;
  std::vector<int> first(size), second(size), sum(size);
  CUDA_CHECK(cudaMemcpy(first.data(), a, size * sizeof(int), cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaMemcpy(second.data(), b, size * sizeof(int), cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaMemcpy(sum.data(), c, size * sizeof(int), cudaMemcpyDeviceToHost));
  for (unsigned y = 0; y < height; ++y)
    for (std::size_t i = std::size_t{y} * pitch; i < std::size_t{y} * pitch + width; ++i)
      sum[i] = first[i] + second[i];
  CUDA_CHECK(cudaMemcpy(c, sum.data(), size * sizeof(int), cudaMemcpyHostToDevice));
}
