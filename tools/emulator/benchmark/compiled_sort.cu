#include <cub/device/device_radix_sort.cuh>

#include <lockstep/lockstep.hpp>

#include "compiled_parts.hpp"

void sort_keys(const unsigned* keys, unsigned* sorted, unsigned size) {
  static std::size_t bytes = 0;
  static void* storage = nullptr;
  const int count = static_cast<int>(size);
  if (storage == nullptr) {
    CUDA_CHECK(cub::DeviceRadixSort::SortKeys(nullptr, bytes, keys, sorted, count));
    CUDA_CHECK(cudaMalloc(&storage, bytes));
  }
  CUDA_CHECK(cub::DeviceRadixSort::SortKeys(storage, bytes, keys, sorted, count));
}
