// From the runtime's descriptions of memory to images that kernels read.
#pragma once

#include <driver_types.h>

#include "cudart/memory/array.hpp"
#include "simt/textures/texture.hpp"

struct cudaMipmappedArray {
  cudaChannelFormatDesc channel;
  unsigned flags;
  std::vector<cudaArray_t> levels;
};

namespace lockstep::cudart {

// Each throws a failure with the error that an H100's runtime gives.
[[nodiscard]] simt::textures::image image_of(const cudaArray& array);
[[nodiscard]] simt::textures::image image_of(const cudaResourceDesc& resource);

const cudaMipmappedArray& require_mipmapped(cudaMipmappedArray_const_t array);
void forget_mipmapped_arrays();

// Whether the channels are integers of up to 16 bits; of 32.
[[nodiscard]] bool is_short_integer(simt::textures::element e);
[[nodiscard]] bool is_long_integer(simt::textures::element e);

void forget_textures();

}  // namespace lockstep::cudart
