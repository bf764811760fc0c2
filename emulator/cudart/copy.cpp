#include "cudart/copy.hpp"

#include <cuda_runtime_api.h>

#include <cstring>

#include "cudart/api_call.hpp"
#include "cudart/runtime.hpp"
#include "cudart/stream.hpp"

namespace lockstep::cudart {

const char* name_of(cudaMemcpyKind kind) {
  static constexpr const char* names[] = {"cudaMemcpyHostToHost", "cudaMemcpyHostToDevice",
                                          "cudaMemcpyDeviceToHost", "cudaMemcpyDeviceToDevice",
                                          "cudaMemcpyDefault"};
  require(kind >= cudaMemcpyHostToHost && kind <= cudaMemcpyDefault,
          cudaErrorInvalidMemcpyDirection);
  return names[kind];
}

endpoints resolve(const char* call, void* to, std::size_t to_bytes, const void* from,
                  std::size_t from_bytes, cudaMemcpyKind kind) {
  const bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
  const bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
  const char* name = name_of(kind);
  return {host_bytes(to, to_bytes, {call, "destination", true, to_device, name}),
          host_bytes(from, from_bytes, {call, "source", false, from_device, name})};
}

namespace {

void copy(const char* call, void* to, const void* from, std::size_t size, cudaMemcpyKind kind) {
  if (size == 0) return;
  const endpoints sides = resolve(call, to, size, from, size, kind);
  if (runtime::get().fault.pending()) return;  // work of a lost context is not done
  std::memmove(sides.to, sides.from, size);
}

void copy_2d(const char* call, void* to, std::size_t to_pitch, const void* from,
             std::size_t from_pitch, std::size_t width, std::size_t height, cudaMemcpyKind kind) {
  const rectangle target{width, height, to_pitch}, source{width, height, from_pitch};
  if (target.empty()) return;
  require(width <= to_pitch && width <= from_pitch, cudaErrorInvalidPitchValue);
  const endpoints sides = resolve(call, to, target.extent(), from, source.extent(), kind);
  if (runtime::get().fault.pending()) return;
  for (std::size_t row = 0; row < height; ++row)
    std::memmove(sides.to + row * to_pitch, sides.from + row * from_pitch, width);
}

// A pitched copy in three dimensions; arrays (texture memory) are not there.
void copy_3d(const char* call, const cudaMemcpy3DParms* p) {
  require(p != nullptr, cudaErrorInvalidValue);
  require(p->srcArray == nullptr && p->dstArray == nullptr, cudaErrorNotSupported);
  const auto begin = [](const cudaPitchedPtr& base, const cudaPos& at) {
    return static_cast<char*>(base.ptr) + (at.z * base.ysize + at.y) * base.pitch + at.x;
  };
  for (std::size_t slice = 0; slice < p->extent.depth; ++slice) {
    const cudaPos to{p->dstPos.x, p->dstPos.y, p->dstPos.z + slice};
    const cudaPos from{p->srcPos.x, p->srcPos.y, p->srcPos.z + slice};
    copy_2d(call, begin(p->dstPtr, to), p->dstPtr.pitch, begin(p->srcPtr, from), p->srcPtr.pitch,
            p->extent.width, p->extent.height, p->kind);
  }
}

}  // namespace
}  // namespace lockstep::cudart

using namespace lockstep::cudart;

extern "C" cudaError_t cudaMemcpy(void* to, const void* from, size_t size, cudaMemcpyKind kind) {
  return api_call(__func__, context_use::synchronises,
                  [&] { copy("cudaMemcpy", to, from, size, kind); });
}
PER_THREAD_NAME(cudaMemcpy, _ptds)

extern "C" cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t size, cudaMemcpyKind kind,
                                       cudaStream_t stream) {
  return api_call(__func__, context_use::needed, [&] {
    require_stream(stream);
    copy("cudaMemcpyAsync", to, from, size, kind);
  });
}
PER_THREAD_NAME(cudaMemcpyAsync, _ptsz)

extern "C" cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device,
                                      size_t size) {
  return api_call(__func__, context_use::synchronises, [&] {
    require(to_device == 0 && from_device == 0, cudaErrorInvalidDevice);
    copy("cudaMemcpyPeer", to, from, size, cudaMemcpyDeviceToDevice);
  });
}

extern "C" cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from,
                                           int from_device, size_t size, cudaStream_t stream) {
  return api_call(__func__, context_use::needed, [&] {
    require_stream(stream);
    require(to_device == 0 && from_device == 0, cudaErrorInvalidDevice);
    copy("cudaMemcpyPeerAsync", to, from, size, cudaMemcpyDeviceToDevice);
  });
}

extern "C" cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                                    size_t width, size_t height, cudaMemcpyKind kind) {
  return api_call(__func__, context_use::synchronises, [&] {
    copy_2d("cudaMemcpy2D", to, to_pitch, from, from_pitch, width, height, kind);
  });
}
PER_THREAD_NAME(cudaMemcpy2D, _ptds)

extern "C" cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from,
                                         size_t from_pitch, size_t width, size_t height,
                                         cudaMemcpyKind kind, cudaStream_t stream) {
  return api_call(__func__, context_use::needed, [&] {
    require_stream(stream);
    copy_2d("cudaMemcpy2DAsync", to, to_pitch, from, from_pitch, width, height, kind);
  });
}
PER_THREAD_NAME(cudaMemcpy2DAsync, _ptsz)

extern "C" cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* parameters) {
  return api_call(__func__, context_use::synchronises,
                  [&] { copy_3d("cudaMemcpy3D", parameters); });
}
PER_THREAD_NAME(cudaMemcpy3D, _ptds)

extern "C" cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* parameters, cudaStream_t stream) {
  return api_call(__func__, context_use::needed, [&] {
    require_stream(stream);
    copy_3d("cudaMemcpy3DAsync", parameters);
  });
}
PER_THREAD_NAME(cudaMemcpy3DAsync, _ptsz)
