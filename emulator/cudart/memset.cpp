// Filling memory: one, two and three dimensions.
#include <cuda_runtime_api.h>

#include <cstring>

#include "cudart/api_call.hpp"
#include "cudart/copy.hpp"
#include "cudart/runtime.hpp"
#include "cudart/stream.hpp"

using namespace lockstep::cudart;

namespace {

void fill(const char* call, void* pointer, const rectangle& rows, int value) {
  if (rows.empty()) return;
  require(rows.height == 1 || rows.width <= rows.pitch, cudaErrorInvalidValue);
  std::byte* first = host_bytes(pointer, rows.extent(), {call, "pointer", true, true});
  if (runtime::get().fault.pending()) return;
  for (std::size_t row = 0; row < rows.height; ++row)
    std::memset(first + row * rows.pitch, value, rows.width);
}

// All rows of all slices; slices are `ysize` rows apart.
void fill_3d(const char* call, const cudaPitchedPtr& base, int value, const cudaExtent& extent) {
  for (std::size_t slice = 0; slice < extent.depth; ++slice)
    fill(call, static_cast<char*>(base.ptr) + slice * base.ysize * base.pitch,
         {extent.width, extent.height, base.pitch}, value);
}

}  // namespace

extern "C" cudaError_t cudaMemset(void* pointer, int value, size_t size) {
  return api_call(__func__, context_use::needed, [&] {
    fill("cudaMemset", pointer, {size, 1, size}, value);
  });
}
PER_THREAD_NAME(cudaMemset, _ptds)

extern "C" cudaError_t cudaMemsetAsync(void* pointer, int value, size_t size, cudaStream_t stream) {
  return api_call(__func__, context_use::needed, [&] {
    require_stream(stream);
    fill("cudaMemsetAsync", pointer, {size, 1, size}, value);
  });
}
PER_THREAD_NAME(cudaMemsetAsync, _ptsz)

extern "C" cudaError_t cudaMemset2D(void* pointer, size_t pitch, int value, size_t width,
                                    size_t height) {
  return api_call(__func__, context_use::needed, [&] {
    fill("cudaMemset2D", pointer, {width, height, pitch}, value);
  });
}
PER_THREAD_NAME(cudaMemset2D, _ptds)

extern "C" cudaError_t cudaMemset2DAsync(void* pointer, size_t pitch, int value, size_t width,
                                         size_t height, cudaStream_t stream) {
  return api_call(__func__, context_use::needed, [&] {
    require_stream(stream);
    fill("cudaMemset2DAsync", pointer, {width, height, pitch}, value);
  });
}
PER_THREAD_NAME(cudaMemset2DAsync, _ptsz)

extern "C" cudaError_t cudaMemset3D(cudaPitchedPtr base, int value, cudaExtent extent) {
  return api_call(__func__, context_use::needed,
                  [&] { fill_3d("cudaMemset3D", base, value, extent); });
}
PER_THREAD_NAME(cudaMemset3D, _ptds)

extern "C" cudaError_t cudaMemset3DAsync(cudaPitchedPtr base, int value, cudaExtent extent,
                                         cudaStream_t stream) {
  return api_call(__func__, context_use::needed, [&] {
    require_stream(stream);
    fill_3d("cudaMemset3DAsync", base, value, extent);
  });
}
PER_THREAD_NAME(cudaMemset3DAsync, _ptsz)
