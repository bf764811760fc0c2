// fails: properties: bytes that kernels load
//
// The host fetches the elements and adds them itself.
#include <lockstep/check.hpp>

#include <numeric>
#include <vector>

#include "06_unrolling/grid_stride_sum.hpp"

int sum(const int* data, int*, unsigned size) {
  std::vector<int> on_host(size);
  if (size == 0) return 0;
  CUDA_CHECK(cudaMemcpy(on_host.data(), data, size * sizeof(int), cudaMemcpyDeviceToHost));
  return std::accumulate(on_host.begin(), on_host.end(), 0);
}
