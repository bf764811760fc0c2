// The calls that copy to and from arrays by offsets in bytes.
// The linear copies are deprecated, and still exported and used.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

#include <cuda_runtime_api.h>

#include "cudart/api_call.hpp"
#include "cudart/memory/array.hpp"
#include "cudart/memory/copy.hpp"
#include "cudart/streams/submit.hpp"

using namespace lockstep::cudart;

namespace {

struct window {
  char* first;
  std::size_t pitch;
};

// `height` rows of `width` bytes of an array, from byte `x` of row `y`.
window window_of(cudaArray_const_t array, std::size_t x, std::size_t y, std::size_t width,
                 std::size_t height) {
  const cudaArray& found = require_array(array);
  const cudaPitchedPtr memory = memory_of(found);
  const std::size_t rows = found.rows() * found.slices();
  require(x <= memory.pitch && width <= memory.pitch - x && y <= rows && height <= rows - y,
          cudaErrorInvalidValue);
  return {static_cast<char*>(memory.ptr) + y * memory.pitch + x, memory.pitch};
}

// `size` bytes of an array, which go on in the next row.
char* bytes_of(cudaArray_const_t array, std::size_t x, std::size_t y, std::size_t size) {
  const cudaArray& found = require_array(array);
  const cudaPitchedPtr memory = memory_of(found);
  const std::size_t all = memory.pitch * found.rows() * found.slices();
  require(x < memory.pitch && y < found.rows(), cudaErrorInvalidValue);
  const std::size_t begin = y * memory.pitch + x;
  require(size <= all - begin, cudaErrorInvalidValue);
  return static_cast<char*>(memory.ptr) + begin;
}

copy_work to_array(const char* call, cudaArray_t to, std::size_t x, std::size_t y, const void* from,
                   std::size_t from_pitch, std::size_t width, std::size_t height,
                   cudaMemcpyKind kind) {
  const window target = window_of(to, x, y, width, height);
  return pitched_copy(call, target.first, target.pitch, from, from_pitch, width, height, kind);
}

copy_work from_array(const char* call, void* to, std::size_t to_pitch, cudaArray_const_t from,
                     std::size_t x, std::size_t y, std::size_t width, std::size_t height,
                     cudaMemcpyKind kind) {
  const window source = window_of(from, x, y, width, height);
  return pitched_copy(call, to, to_pitch, source.first, source.pitch, width, height, kind);
}

}  // namespace

extern "C" cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void* from,
                                           size_t from_pitch, size_t width, size_t height,
                                           cudaMemcpyKind kind) {
  return api_call(__func__, context_use::copies, [&] {
    submit(nullptr,
           to_array("cudaMemcpy2DToArray", to, x, y, from, from_pitch, width, height, kind));
  });
}
PER_THREAD_NAME(cudaMemcpy2DToArray, _ptds)

extern "C" cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y,
                                                const void* from, size_t from_pitch, size_t width,
                                                size_t height, cudaMemcpyKind kind,
                                                cudaStream_t stream) {
  return api_call(__func__, context_use::needed, [&] {
    submit(stream,
           to_array("cudaMemcpy2DToArrayAsync", to, x, y, from, from_pitch, width, height, kind));
  });
}
PER_THREAD_NAME(cudaMemcpy2DToArrayAsync, _ptsz)

extern "C" cudaError_t cudaMemcpy2DFromArray(void* to, size_t to_pitch, cudaArray_const_t from,
                                             size_t x, size_t y, size_t width, size_t height,
                                             cudaMemcpyKind kind) {
  return api_call(__func__, context_use::copies, [&] {
    submit(nullptr,
           from_array("cudaMemcpy2DFromArray", to, to_pitch, from, x, y, width, height, kind));
  });
}
PER_THREAD_NAME(cudaMemcpy2DFromArray, _ptds)

extern "C" cudaError_t cudaMemcpy2DFromArrayAsync(void* to, size_t to_pitch, cudaArray_const_t from,
                                                  size_t x, size_t y, size_t width, size_t height,
                                                  cudaMemcpyKind kind, cudaStream_t stream) {
  return api_call(__func__, context_use::needed, [&] {
    submit(stream,
           from_array("cudaMemcpy2DFromArrayAsync", to, to_pitch, from, x, y, width, height, kind));
  });
}
PER_THREAD_NAME(cudaMemcpy2DFromArrayAsync, _ptsz)

extern "C" cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, size_t to_x, size_t to_y,
                                                cudaArray_const_t from, size_t from_x,
                                                size_t from_y, size_t width, size_t height,
                                                cudaMemcpyKind kind) {
  return api_call(__func__, context_use::copies, [&] {
    const window source = window_of(from, from_x, from_y, width, height);
    submit(nullptr, to_array("cudaMemcpy2DArrayToArray", to, to_x, to_y, source.first, source.pitch,
                             width, height, kind));
  });
}
PER_THREAD_NAME(cudaMemcpy2DArrayToArray, _ptds)

extern "C" cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void* from,
                                         size_t size, cudaMemcpyKind kind) {
  return api_call(__func__, context_use::copies, [&] {
    submit(nullptr, linear_copy("cudaMemcpyToArray", bytes_of(to, x, y, size), from, size, kind));
  });
}
PER_THREAD_NAME(cudaMemcpyToArray, _ptds)

extern "C" cudaError_t cudaMemcpyToArrayAsync(cudaArray_t to, size_t x, size_t y, const void* from,
                                              size_t size, cudaMemcpyKind kind,
                                              cudaStream_t stream) {
  return api_call(__func__, context_use::needed, [&] {
    submit(stream,
           linear_copy("cudaMemcpyToArrayAsync", bytes_of(to, x, y, size), from, size, kind));
  });
}
PER_THREAD_NAME(cudaMemcpyToArrayAsync, _ptsz)

extern "C" cudaError_t cudaMemcpyFromArray(void* to, cudaArray_const_t from, size_t x, size_t y,
                                           size_t size, cudaMemcpyKind kind) {
  return api_call(__func__, context_use::copies, [&] {
    submit(nullptr, linear_copy("cudaMemcpyFromArray", to, bytes_of(from, x, y, size), size, kind));
  });
}
PER_THREAD_NAME(cudaMemcpyFromArray, _ptds)

extern "C" cudaError_t cudaMemcpyFromArrayAsync(void* to, cudaArray_const_t from, size_t x,
                                                size_t y, size_t size, cudaMemcpyKind kind,
                                                cudaStream_t stream) {
  return api_call(__func__, context_use::needed, [&] {
    submit(stream,
           linear_copy("cudaMemcpyFromArrayAsync", to, bytes_of(from, x, y, size), size, kind));
  });
}
PER_THREAD_NAME(cudaMemcpyFromArrayAsync, _ptsz)

extern "C" cudaError_t cudaMemcpyArrayToArray(cudaArray_t to, size_t to_x, size_t to_y,
                                              cudaArray_const_t from, size_t from_x, size_t from_y,
                                              size_t size, cudaMemcpyKind kind) {
  return api_call(__func__, context_use::copies, [&] {
    submit(nullptr, linear_copy("cudaMemcpyArrayToArray", bytes_of(to, to_x, to_y, size),
                                bytes_of(from, from_x, from_y, size), size, kind));
  });
}
PER_THREAD_NAME(cudaMemcpyArrayToArray, _ptds)
