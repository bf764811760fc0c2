// Arrays with levels of detail: each level is an array of its own.
#include <cuda_runtime_api.h>

#include <algorithm>
#include <bit>

#include "cudart/api_call.hpp"
#include "cudart/graphs/capture.hpp"
#include "cudart/handle_set.hpp"
#include "cudart/runtime.hpp"
#include "cudart/textures/images.hpp"

namespace lockstep::cudart {
namespace {

handle_set<cudaMipmappedArray>& mipmapped_arrays() {
  static auto& all = *new handle_set<cudaMipmappedArray>;
  return all;
}

cudaExtent extent_of_level(const cudaExtent& base, unsigned level, unsigned flags) {
  const auto halved = [level](std::size_t size) {
    return size == 0 ? 0 : std::max<std::size_t>(1, size >> level);
  };
  const bool keeps_depth = (flags & (cudaArrayLayered | cudaArrayCubemap)) != 0;
  return {halved(base.width), halved(base.height), keeps_depth ? base.depth : halved(base.depth)};
}

// There are levels until all dimensions have come down to one texel.
unsigned most_levels(const cudaExtent& e, unsigned flags) {
  const bool keeps_depth = (flags & (cudaArrayLayered | cudaArrayCubemap)) != 0;
  const std::size_t longest = std::max({e.width, e.height, keeps_depth ? 0 : e.depth});
  return static_cast<unsigned>(std::bit_width(longest));
}

}  // namespace

const cudaMipmappedArray& require_mipmapped(cudaMipmappedArray_const_t array) {
  require(array != nullptr && mipmapped_arrays().contains(array), cudaErrorInvalidResourceHandle);
  return *array;
}

void forget_mipmapped_arrays() { mipmapped_arrays().clear(); }

}  // namespace lockstep::cudart

using namespace lockstep::cudart;

extern "C" cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t* array,
                                                const cudaChannelFormatDesc* channel,
                                                cudaExtent extent, unsigned levels,
                                                unsigned flags) {
  return api_call(__func__, context_use::needed, [&] {
    require_no_unsafe_call_forbidden();
    require(array != nullptr && channel != nullptr && extent.width > 0, cudaErrorInvalidValue);
    auto made = std::make_unique<cudaMipmappedArray>(cudaMipmappedArray{*channel, flags, {}});
    const unsigned count = std::clamp(levels, 1u, most_levels(extent, flags));
    for (unsigned level = 0; level < count; ++level)
      made->levels.push_back(make_array(*channel, extent_of_level(extent, level, flags), flags));
    *array = mipmapped_arrays().add(std::move(made));
  });
}

extern "C" cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t* array,
                                                  cudaMipmappedArray_const_t mipmapped,
                                                  unsigned level) {
  return api_call(__func__, context_use::needed, [&] {
    const cudaMipmappedArray& all = require_mipmapped(mipmapped);
    require(array != nullptr && level < all.levels.size(), cudaErrorInvalidValue);
    *array = all.levels[level];
  });
}

extern "C" cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t array) {
  return api_call(__func__, context_use::synchronises, [&] {
    if (array == nullptr) return;
    for (const cudaArray_t level : require_mipmapped(array).levels) free_array(level);
    mipmapped_arrays().remove(array);
  });
}
