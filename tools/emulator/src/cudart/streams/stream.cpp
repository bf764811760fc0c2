#include "cudart/streams/stream.hpp"
#include "cudart/memory/pool.hpp"

#include <cuda_runtime_api.h>

#include <algorithm>

#include "cudart/api_call.hpp"
#include "cudart/graphs/capture.hpp"
#include "cudart/handle_set.hpp"
#include "cudart/memory/range.hpp"
#include "cudart/runtime.hpp"
#include "cudart/streams/event.hpp"
#include "cudart/streams/stream_order.hpp"
#include "cudart/streams/stream_state.hpp"
#include "cudart/streams/submit.hpp"

namespace lockstep::cudart {
namespace {

constexpr unsigned long long default_stream_id = 1, per_thread_stream_id = 2;

handle_set<CUstream_st>& streams() {
  static auto& all = *new handle_set<CUstream_st>;
  return all;
}

bool is_default(cudaStream_t stream) {
  return stream == nullptr || stream == cudaStreamLegacy || stream == cudaStreamPerThread;
}

}  // namespace

bool is_stream(cudaStream_t stream) { return is_default(stream) || streams().contains(stream); }

void require_stream(cudaStream_t stream) {
  require(is_stream(stream), cudaErrorInvalidResourceHandle);
}

bool is_legacy(cudaStream_t stream) {
  return stream == cudaStreamLegacy || (stream == nullptr && !per_thread_default::holds());
}

CUstream_st& stream_at(cudaStream_t stream) {
  static CUstream_st& legacy = *new CUstream_st{cudaStreamDefault, 0, default_stream_id, {}, {}};
  // Never destroyed: a capture may know it for longer than the thread lives.
  static thread_local CUstream_st& of_this_thread =
      *new CUstream_st{cudaStreamDefault, 0, per_thread_stream_id, {}, {}};
  require_stream(stream);
  if (is_legacy(stream)) return legacy;
  return is_default(stream) ? of_this_thread : *stream;
}

void forget_streams() { streams().clear(); }

}  // namespace lockstep::cudart

using namespace lockstep::cudart;

extern "C" cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags,
                                                    int priority) {
  return api_call(__func__, context_use::needed, [&] {
    static std::atomic<unsigned long long> next_id{per_thread_stream_id + 1};
    require(stream != nullptr && flags <= cudaStreamNonBlocking, cudaErrorInvalidValue);
    priority = std::clamp(priority, greatest_priority, least_priority);
    *stream = streams().add(
        std::make_unique<CUstream_st>(CUstream_st{flags, priority, next_id++, {}, {}}));
  });
}

extern "C" cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
  return cudaStreamCreateWithPriority(stream, flags, least_priority);
}

extern "C" cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  return cudaStreamCreateWithPriority(stream, cudaStreamDefault, least_priority);
}

extern "C" cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  return api_call(__func__, context_use::needed, [&] {
    require(!is_default(stream), cudaErrorInvalidResourceHandle);
    abandon_capture(stream_at(stream).capture);
    streams().remove(stream);
  });
}

extern "C" cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  return api_call(__func__, context_use::waits, [&] {
    require_not_capturing(stream);
    note_host_wait(stream);
    release_unused_of_pools();
  });
}
PER_THREAD_NAME(cudaStreamSynchronize, _ptsz)

extern "C" cudaError_t cudaStreamQuery(cudaStream_t stream) {
  return api_call(__func__, context_use::waits, [&] {
    require_not_capturing(stream);
    note_host_wait(stream);
  });
}
PER_THREAD_NAME(cudaStreamQuery, _ptsz)

extern "C" cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
  return api_call(__func__, context_use::needed, [&] {
    require_stream(stream);
    require_event(event);
    require(flags <= cudaEventWaitExternal, cudaErrorInvalidValue);
    if (flags == cudaEventWaitExternal && captured_graph(stream) != nullptr)
      capture_node(stream, event_wait_work{event});
    else
      capture_wait(stream, event->capture);
    note_wait(stream, event);
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

// Managed memory is visible everywhere at any time.
extern "C" cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* pointer, size_t length,
                                                unsigned flags) {
  return api_call(__func__, context_use::needed, [&] {
    require_stream(stream);
    require(
        flags == cudaMemAttachGlobal || flags == cudaMemAttachHost || flags == cudaMemAttachSingle,
        cudaErrorInvalidValue);
    require(is_managed(pointer, length), cudaErrorInvalidValue);
  });
}
PER_THREAD_NAME(cudaStreamAttachMemAsync, _ptsz)

// Host functions run at the call: everything before them in the stream is done. They may not call
// the runtime, so the caller's thread does.
extern "C" cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
  return api_call(__func__, context_use::needed, [&] {
    require(function != nullptr, cudaErrorInvalidValue);
    submit(stream, host_work{function, data});
  });
}
PER_THREAD_NAME(cudaLaunchHostFunc, _ptsz)

extern "C" cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback,
                                             void* data, unsigned flags) {
  return api_call(__func__, context_use::needed, [&] {
    require(callback != nullptr && flags == 0, cudaErrorInvalidValue);
    require_not_capturing(stream);
    const stream_scope scope(stream);
    if (runtime::get().fault.pending()) return;
    // As with host functions: whoever hears of it knows what has ended before it.
    note_host_wait_in_work();
    callback(stream, cudaSuccess, data);
  });
}
PER_THREAD_NAME(cudaStreamAddCallback, _ptsz)
