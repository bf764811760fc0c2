// fails: results: host_adds.cu:12: host-got-elements(
//
// The host fetches both vectors and adds them itself.
#include <lockstep/check.hpp>

#include "04_parallelism/two_per_thread.hpp"

#include <vector>

void add_vectors(const float* a, const float* b, float* c, unsigned size) {
  std::vector<float> sum(size), other(size);
  CUDA_CHECK(cudaMemcpy(sum.data(), a, size * sizeof(float), cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaMemcpy(other.data(), b, size * sizeof(float), cudaMemcpyDeviceToHost));
  for (unsigned i = 0; i < size; ++i) sum[i] += other[i];
  CUDA_CHECK(cudaMemcpy(c, sum.data(), size * sizeof(float), cudaMemcpyHostToDevice));
}
