#include "cudart/memory/array.hpp"

#include <cuda_runtime_api.h>

#include "cudart/api_call.hpp"
#include "cudart/graphs/capture.hpp"
#include "cudart/handle_set.hpp"
#include "cudart/observations/leaks.hpp"
#include "cudart/runtime.hpp"

namespace lockstep::cudart {
namespace {

handle_set<cudaArray>& arrays() {
  static auto& all = *new handle_set<cudaArray>;
  return all;
}

// Bytes of an element. Channels have the same width, and there are 1, 2 or 4 of them.
std::size_t element_bytes(const cudaChannelFormatDesc& channel) {
  const int widths[] = {channel.x, channel.y, channel.z, channel.w};
  int channels = 0;
  for (const int width : widths) {
    if (width == 0) break;
    require(width == channel.x, cudaErrorInvalidChannelDescriptor);
    ++channels;
  }
  const bool known = channel.x == 8 || channel.x == 16 || channel.x == 32;
  require(known && (channels == 1 || channels == 2 || channels == 4),
          cudaErrorInvalidChannelDescriptor);
  return static_cast<std::size_t>(channel.x / 8 * channels);
}

void make(cudaArray_t* array, const cudaChannelFormatDesc* channel, const cudaExtent& extent,
          unsigned flags) {
  require(array != nullptr && channel != nullptr, cudaErrorInvalidValue);
  *array = make_array(*channel, extent, flags);
}

}  // namespace

cudaArray_t make_array(const cudaChannelFormatDesc& channel, const cudaExtent& extent,
                       unsigned flags) {
  require(extent.width > 0, cudaErrorInvalidValue);
  constexpr unsigned known = cudaArrayDefault | cudaArrayLayered | cudaArraySurfaceLoadStore |
                             cudaArrayCubemap | cudaArrayTextureGather;
  require((flags & ~known) == 0, cudaErrorInvalidValue);
  auto made =
      std::make_unique<cudaArray>(cudaArray{channel, extent, flags, element_bytes(channel), 0});
  const std::size_t rows = made->rows() * made->slices();
  require(extent.width <= PTRDIFF_MAX / made->element / rows, cudaErrorMemoryAllocation);
  const std::size_t size = extent.width * made->element * rows;
  runtime& process = runtime::get();
  require(size <= process.device->memory - process.memory.in_use(), cudaErrorMemoryAllocation);
  const auto* memory = process.memory.allocate(memory::allocation_kind::device, size);
  require(memory != nullptr, cudaErrorMemoryAllocation);
  note_allocation(*memory);
  made->address = memory->address;
  return arrays().add(std::move(made));
}

void free_array(cudaArray_t array) {
  const std::uint64_t address = require_array(array).address;
  runtime& process = runtime::get();
  const std::unique_lock no_kernel_runs(process.work);
  process.memory.release(address);
  arrays().remove(array);
}

const cudaArray& require_array(cudaArray_const_t array) {
  require(array != nullptr && arrays().contains(array), cudaErrorInvalidResourceHandle);
  return *array;
}

cudaPitchedPtr memory_of(const cudaArray& array) {
  return {reinterpret_cast<void*>(array.address), array.extent.width * array.element,
          array.extent.width * array.element, array.rows()};
}

void forget_arrays() { arrays().clear(); }

}  // namespace lockstep::cudart

using namespace lockstep::cudart;

extern "C" cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* channel,
                                       size_t width, size_t height, unsigned flags) {
  return api_call(__func__, context_use::needed, [&] {
    require_no_unsafe_call_forbidden();
    make(array, channel, {width, height, 0}, flags);
  });
}

extern "C" cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* channel,
                                         cudaExtent extent, unsigned flags) {
  return api_call(__func__, context_use::needed, [&] {
    require_no_unsafe_call_forbidden();
    make(array, channel, extent, flags);
  });
}

extern "C" cudaError_t cudaFreeArray(cudaArray_t array) {
  return api_call(__func__, context_use::synchronises, [&] {
    if (array != nullptr) free_array(array);
  });
}

extern "C" cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* channel, cudaExtent* extent,
                                        unsigned* flags, cudaArray_t array) {
  return api_call(__func__, context_use::needed, [&] {
    const cudaArray& found = require_array(array);
    if (channel != nullptr) *channel = found.channel;
    if (extent != nullptr) *extent = found.extent;
    if (flags != nullptr) *flags = found.flags;
  });
}

extern "C" cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* channel, cudaArray_const_t array) {
  return api_call(__func__, context_use::needed, [&] {
    require(channel != nullptr, cudaErrorInvalidValue);
    *channel = require_array(array).channel;
  });
}
