// fails: results: host_adds.cu:14: host-got-elements(
//
// The host fetches the elements and adds them itself.
#include <lockstep/check.hpp>

#include <numeric>
#include <vector>

#include "06_unrolling/beat_the_library.hpp"

void sum(const int* data, int* result, int*, unsigned size) {
  std::vector<int> on_host(size);
  if (size > 0)
    CUDA_CHECK(cudaMemcpy(on_host.data(), data, size * sizeof(int), cudaMemcpyDeviceToHost));
  const int total = std::accumulate(on_host.begin(), on_host.end(), 0);
  CUDA_CHECK(cudaMemcpy(result, &total, sizeof total, cudaMemcpyHostToDevice));
}
