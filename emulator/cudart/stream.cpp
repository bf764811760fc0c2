#include "cudart/stream.hpp"

#include <cuda_runtime_api.h>

#include <algorithm>

#include "cudart/api_call.hpp"
#include "cudart/event.hpp"
#include "cudart/handle_set.hpp"
#include "cudart/runtime.hpp"

struct CUstream_st {
  unsigned flags = cudaStreamDefault;
  int priority = 0;
  unsigned long long id = 0;
};

namespace lockstep::cudart {
namespace {

constexpr unsigned long long DEFAULT_STREAM_ID = 1;

handle_set<CUstream_st>& streams() {
  static auto& all = *new handle_set<CUstream_st>;
  return all;
}

bool is_default(cudaStream_t stream) {
  return stream == nullptr || stream == cudaStreamLegacy || stream == cudaStreamPerThread;
}

// The stream's properties; those of the default stream for its names.
const CUstream_st& stream_at(cudaStream_t stream) {
  static constexpr CUstream_st default_stream{cudaStreamDefault, 0, DEFAULT_STREAM_ID};
  require_stream(stream);
  return is_default(stream) ? default_stream : *stream;
}

}  // namespace

void require_stream(cudaStream_t stream) {
  require(is_default(stream) || streams().contains(stream), cudaErrorInvalidResourceHandle);
}

void forget_streams() { streams().clear(); }

}  // namespace lockstep::cudart

using namespace lockstep::cudart;

extern "C" cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags,
                                                    int priority) {
  return api_call(__func__, context_use::needed, [&] {
    static std::atomic<unsigned long long> next_id{DEFAULT_STREAM_ID + 1};
    require(stream != nullptr && flags <= cudaStreamNonBlocking, cudaErrorInvalidValue);
    priority = std::clamp(priority, GREATEST_PRIORITY, LEAST_PRIORITY);
    *stream = streams().add(std::make_unique<CUstream_st>(CUstream_st{flags, priority, next_id++}));
  });
}

extern "C" cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
  return cudaStreamCreateWithPriority(stream, flags, LEAST_PRIORITY);
}

extern "C" cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  return cudaStreamCreateWithPriority(stream, cudaStreamDefault, LEAST_PRIORITY);
}

extern "C" cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  return api_call(__func__, context_use::needed, [&] {
    require(!is_default(stream) && streams().remove(stream), cudaErrorInvalidResourceHandle);
  });
}

extern "C" cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  return api_call(__func__, context_use::synchronises, [&] { require_stream(stream); });
}
PER_THREAD_NAME(cudaStreamSynchronize, _ptsz)

extern "C" cudaError_t cudaStreamQuery(cudaStream_t stream) {
  return api_call(__func__, context_use::synchronises, [&] { require_stream(stream); });
}
PER_THREAD_NAME(cudaStreamQuery, _ptsz)

extern "C" cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
  return api_call(__func__, context_use::needed, [&] {
    require_stream(stream);
    require_event(event);
    require(flags <= cudaEventWaitExternal, cudaErrorInvalidValue);
  });
}
PER_THREAD_NAME(cudaStreamWaitEvent, _ptsz)

extern "C" cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* flags) {
  return api_call(__func__, context_use::needed, [&] {
    require(flags != nullptr, cudaErrorInvalidValue);
    *flags = stream_at(stream).flags;
  });
}
PER_THREAD_NAME(cudaStreamGetFlags, _ptsz)

extern "C" cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
  return api_call(__func__, context_use::needed, [&] {
    require(priority != nullptr, cudaErrorInvalidValue);
    *priority = stream_at(stream).priority;
  });
}
PER_THREAD_NAME(cudaStreamGetPriority, _ptsz)

extern "C" cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long* id) {
  return api_call(__func__, context_use::needed, [&] {
    require(id != nullptr, cudaErrorInvalidValue);
    *id = stream_at(stream).id;
  });
}
PER_THREAD_NAME(cudaStreamGetId, _ptsz)

extern "C" cudaError_t cudaStreamGetDevice(cudaStream_t stream, int* device) {
  return api_call(__func__, context_use::needed, [&] {
    require(device != nullptr, cudaErrorInvalidValue);
    require_stream(stream);
    *device = 0;
  });
}
PER_THREAD_NAME(cudaStreamGetDevice, _ptsz)

// Graph capture is not there, so no stream ever captures.
extern "C" cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
  return api_call(__func__, context_use::needed, [&] {
    require(status != nullptr, cudaErrorInvalidValue);
    require_stream(stream);
    *status = cudaStreamCaptureStatusNone;
  });
}
PER_THREAD_NAME(cudaStreamIsCapturing, _ptsz)

extern "C" cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
  return api_call(__func__, context_use::needed, [&] {
    static thread_local cudaStreamCaptureMode current = cudaStreamCaptureModeGlobal;
    require(mode != nullptr && *mode <= cudaStreamCaptureModeRelaxed, cudaErrorInvalidValue);
    std::swap(*mode, current);
  });
}

// Managed memory is visible everywhere at any time.
extern "C" cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void*, size_t, unsigned) {
  return api_call(__func__, context_use::needed, [&] { require_stream(stream); });
}
PER_THREAD_NAME(cudaStreamAttachMemAsync, _ptsz)

// Host functions run at the call: everything before them in the stream is done. They may not call
// the runtime, so the caller's thread does.
extern "C" cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
  return api_call(__func__, context_use::needed, [&] {
    require(function != nullptr, cudaErrorInvalidValue);
    require_stream(stream);
    if (!runtime::get().fault.pending()) function(data);
  });
}
PER_THREAD_NAME(cudaLaunchHostFunc, _ptsz)

extern "C" cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback,
                                             void* data, unsigned flags) {
  return api_call(__func__, context_use::needed, [&] {
    require(callback != nullptr && flags == 0, cudaErrorInvalidValue);
    require_stream(stream);
    if (!runtime::get().fault.pending()) callback(stream, cudaSuccess, data);
  });
}
PER_THREAD_NAME(cudaStreamAddCallback, _ptsz)
