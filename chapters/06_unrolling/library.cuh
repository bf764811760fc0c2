// What NVIDIA's library does: CUB's device-wide sum, with the signature of a variant.
#pragma once

#include <cub/device/device_reduce.cuh>
#include <lockstep/buffer.hpp>
#include <lockstep/reduction/variant.cuh>

namespace chapter_06 {

// CUB asks for scratch memory first, then works in it. It chooses its own grid and block.
inline unsigned launch_cub(int* data, int* partial, unsigned size, unsigned) {
  static lockstep::device_buffer<char> scratch;
  std::size_t bytes = 0;
  CUDA_CHECK(cub::DeviceReduce::Sum(nullptr, bytes, data, partial, size));
  if (scratch.size() < bytes) scratch = lockstep::device_buffer<char>(bytes);
  CUDA_CHECK(cub::DeviceReduce::Sum(scratch.data(), bytes, data, partial, size));
  return 1;
}

inline const lockstep::reduction::variant cub_variant{"CUB DeviceReduce", launch_cub, "18"};

}  // namespace chapter_06
