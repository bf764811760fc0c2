// Rows at aligned distances: pitched memory in two and three dimensions.
#include <cuda_runtime_api.h>

#include <cstdint>

#include "cudart/api_call.hpp"

using namespace lockstep::cudart;

namespace {

constexpr std::size_t row_alignment =
    512;  // bytes; rows begin at multiples of it, as on the devices shown

std::size_t pitch_of(std::size_t width) {
  return (width + row_alignment - 1) / row_alignment * row_alignment;
}

}  // namespace

extern "C" cudaError_t cudaMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height) {
  if (pointer == nullptr || pitch == nullptr) return remember(cudaErrorInvalidValue);
  const bool empty = width == 0 || height == 0;
  if (!empty && height > PTRDIFF_MAX / pitch_of(width)) return remember(cudaErrorMemoryAllocation);
  *pitch = empty ? 0 : pitch_of(width);
  return cudaMalloc(pointer, *pitch * height);
}

extern "C" cudaError_t cudaMalloc3D(cudaPitchedPtr* pitched, cudaExtent extent) {
  if (pitched == nullptr) return remember(cudaErrorInvalidValue);
  *pitched = {nullptr, 0, extent.width, extent.height};
  if (extent.depth != 0 && extent.height > PTRDIFF_MAX / extent.depth)
    return remember(cudaErrorMemoryAllocation);
  return cudaMallocPitch(&pitched->ptr, &pitched->pitch, extent.width,
                         extent.height * extent.depth);
}
