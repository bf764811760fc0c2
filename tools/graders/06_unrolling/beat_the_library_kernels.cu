#include <cub/device/device_reduce.cuh>
#include <lockstep/check.hpp>

#include "06_unrolling/beat_the_library_kernels.hpp"

std::size_t library_workspace(unsigned size) {
  std::size_t bytes = 0;
  const int* data = nullptr;
  int* result = nullptr;
  CUDA_CHECK(cub::DeviceReduce::Sum(nullptr, bytes, data, result, size));
  return bytes;
}

void library_sum(const int* data, int* result, void* workspace, std::size_t bytes, unsigned size) {
  CUDA_CHECK(cub::DeviceReduce::Sum(workspace, bytes, data, result, size));
}
