// Arrays: memory for textures and surfaces. A GPU lays it out as it likes; here it is plain memory
// in rows.
#pragma once

#include <driver_types.h>

#include <cstddef>
#include <cstdint>

struct cudaArray {
  cudaChannelFormatDesc channel;
  cudaExtent extent;  // elements; height and depth 0 where there is no such dimension
  unsigned flags;
  std::size_t element;    // bytes
  std::uint64_t address;  // of its device memory

  std::size_t rows() const { return extent.height == 0 ? 1 : extent.height; }
  std::size_t slices() const { return extent.depth == 0 ? 1 : extent.depth; }
};

namespace lockstep::cudart {

// Throws failure{cudaErrorInvalidResourceHandle} if there is no such array.
const cudaArray& require_array(cudaArray_const_t array);

// What cudaMalloc3DArray and cudaFreeArray do.
cudaArray_t make_array(const cudaChannelFormatDesc& channel, const cudaExtent& extent,
                       unsigned flags);
void free_array(cudaArray_t array);

// The array as pitched memory.
cudaPitchedPtr memory_of(const cudaArray& array);

// Destroys all (cudaDeviceReset).
void forget_arrays();

}  // namespace lockstep::cudart
