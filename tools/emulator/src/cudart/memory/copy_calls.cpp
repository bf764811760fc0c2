// The calls that copy.
#include <cuda_runtime_api.h>

#include "cudart/api_call.hpp"
#include "cudart/memory/copy.hpp"
#include "cudart/streams/stream.hpp"
#include "cudart/streams/submit.hpp"

using namespace lockstep::cudart;

namespace {

void require_device(int to, int from) { require(to == 0 && from == 0, cudaErrorInvalidDevice); }

copy_work copy_3d(const char* call, const cudaMemcpy3DParms* parameters) {
  require(parameters != nullptr, cudaErrorInvalidValue);
  return {call, *parameters};
}

copy_work peer_copy_3d(const char* call, const cudaMemcpy3DPeerParms* p) {
  require(p != nullptr, cudaErrorInvalidValue);
  require_device(p->dstDevice, p->srcDevice);
  return {call,
          {p->srcArray, p->srcPos, p->srcPtr, p->dstArray, p->dstPos, p->dstPtr, p->extent,
           cudaMemcpyDefault}};
}

}  // namespace

extern "C" cudaError_t cudaMemcpy(void* to, const void* from, size_t size, cudaMemcpyKind kind) {
  return api_call(__func__, context_use::copies,
                  [&] { submit(nullptr, linear_copy("cudaMemcpy", to, from, size, kind)); });
}
PER_THREAD_NAME(cudaMemcpy, _ptds)

extern "C" cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t size, cudaMemcpyKind kind,
                                       cudaStream_t stream) {
  return api_call(__func__, context_use::needed,
                  [&] { submit(stream, linear_copy("cudaMemcpyAsync", to, from, size, kind)); });
}
PER_THREAD_NAME(cudaMemcpyAsync, _ptsz)

// Attributes say how the sources may be read early, which changes nothing here.
extern "C" cudaError_t cudaMemcpyBatchAsync(void* const* to, const void* const* from,
                                            const size_t* sizes, size_t count,
                                            cudaMemcpyAttributes* attributes, size_t* indices,
                                            size_t attribute_count, cudaStream_t stream) {
  return api_call(__func__, context_use::needed, [&] {
    require(count > 0 && to != nullptr && from != nullptr && sizes != nullptr,
            cudaErrorInvalidValue);
    require(attributes != nullptr && indices != nullptr && attribute_count > 0 &&
                attribute_count <= count && indices[0] == 0,
            cudaErrorInvalidValue);
    require(!is_legacy(stream), cudaErrorInvalidValue);
    for (size_t i = 0; i < count; ++i)
      submit(stream,
             linear_copy("cudaMemcpyBatchAsync", to[i], from[i], sizes[i], cudaMemcpyDefault));
  });
}
PER_THREAD_NAME(cudaMemcpyBatchAsync, _ptsz)

extern "C" cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device,
                                      size_t size) {
  return api_call(__func__, context_use::copies, [&] {
    require_device(to_device, from_device);
    submit(nullptr, linear_copy("cudaMemcpyPeer", to, from, size, cudaMemcpyDeviceToDevice));
  });
}

extern "C" cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from,
                                           int from_device, size_t size, cudaStream_t stream) {
  return api_call(__func__, context_use::needed, [&] {
    require_device(to_device, from_device);
    submit(stream, linear_copy("cudaMemcpyPeerAsync", to, from, size, cudaMemcpyDeviceToDevice));
  });
}

extern "C" cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                                    size_t width, size_t height, cudaMemcpyKind kind) {
  return api_call(__func__, context_use::copies, [&] {
    submit(nullptr,
           pitched_copy("cudaMemcpy2D", to, to_pitch, from, from_pitch, width, height, kind));
  });
}
PER_THREAD_NAME(cudaMemcpy2D, _ptds)

extern "C" cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from,
                                         size_t from_pitch, size_t width, size_t height,
                                         cudaMemcpyKind kind, cudaStream_t stream) {
  return api_call(__func__, context_use::needed, [&] {
    submit(stream,
           pitched_copy("cudaMemcpy2DAsync", to, to_pitch, from, from_pitch, width, height, kind));
  });
}
PER_THREAD_NAME(cudaMemcpy2DAsync, _ptsz)

extern "C" cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* parameters) {
  return api_call(__func__, context_use::copies,
                  [&] { submit(nullptr, copy_3d("cudaMemcpy3D", parameters)); });
}
PER_THREAD_NAME(cudaMemcpy3D, _ptds)

extern "C" cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* parameters, cudaStream_t stream) {
  return api_call(__func__, context_use::needed,
                  [&] { submit(stream, copy_3d("cudaMemcpy3DAsync", parameters)); });
}
PER_THREAD_NAME(cudaMemcpy3DAsync, _ptsz)

extern "C" cudaError_t cudaMemcpy3DPeer(const cudaMemcpy3DPeerParms* parameters) {
  return api_call(__func__, context_use::copies,
                  [&] { submit(nullptr, peer_copy_3d("cudaMemcpy3DPeer", parameters)); });
}
PER_THREAD_NAME(cudaMemcpy3DPeer, _ptds)

extern "C" cudaError_t cudaMemcpy3DPeerAsync(const cudaMemcpy3DPeerParms* parameters,
                                             cudaStream_t stream) {
  return api_call(__func__, context_use::needed,
                  [&] { submit(stream, peer_copy_3d("cudaMemcpy3DPeerAsync", parameters)); });
}
PER_THREAD_NAME(cudaMemcpy3DPeerAsync, _ptsz)
