#include "cudart/streams/event.hpp"

#include <cuda_runtime_api.h>

#include <chrono>
#include <unordered_set>

#include "cudart/api_call.hpp"
#include "cudart/handle_set.hpp"
#include "cudart/memory/pool.hpp"
#include "cudart/runtime.hpp"
#include "cudart/streams/stream.hpp"
#include "cudart/streams/stream_order.hpp"
#include "cudart/streams/stream_state.hpp"

namespace lockstep::cudart {
namespace {

handle_set<CUevent_st>& events() {
  static auto& all = *new handle_set<CUevent_st>;
  return all;
}

// Of contexts that were destroyed. An event that is made later may get the same handle, and counts.
std::unordered_set<const CUevent_st*>& lost_events() {
  static auto& all = *new std::unordered_set<const CUevent_st*>;
  return all;
}

// The time it was recorded. Throws failure if it never was, or keeps no time.
auto time_of(cudaEvent_t event) {
  require_event(event);
  require(!event->capture.captured, cudaErrorInvalidValue);
  require(event->recorded.has_value() && (event->flags & cudaEventDisableTiming) == 0,
          cudaErrorInvalidResourceHandle);
  return *event->recorded;
}

}  // namespace

// As an H200 answers: cudaErrorContextIsDestroyed to an event from before cudaDeviceReset,
// cudaErrorInvalidResourceHandle to any other that is none.
void require_event(cudaEvent_t event) {
  if (event != nullptr && events().contains(event)) return;
  throw failure{lost_events().contains(event) ? cudaErrorContextIsDestroyed
                                              : cudaErrorInvalidResourceHandle};
}

void record_event(cudaEvent_t event) {
  require_event(event);
  event->capture = {};
  event->recorded = std::chrono::steady_clock::now();
}

void forget_events() {
  for (const CUevent_st* event : events().clear()) lost_events().insert(event);
}

}  // namespace lockstep::cudart

using namespace lockstep::cudart;

extern "C" cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
  return api_call(__func__, context_use::needed, [&] {
    constexpr unsigned known =
        cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;
    require(event != nullptr && (flags & ~known) == 0, cudaErrorInvalidValue);
    // An event for other processes keeps no time, by the documentation.
    require((flags & cudaEventInterprocess) == 0 || (flags & cudaEventDisableTiming) != 0,
            cudaErrorInvalidValue);
    *event = events().add(std::make_unique<CUevent_st>(CUevent_st{flags, {}, {}, {}}));
  });
}

extern "C" cudaError_t cudaEventCreate(cudaEvent_t* event) {
  return cudaEventCreateWithFlags(event, cudaEventDefault);
}

extern "C" cudaError_t cudaEventDestroy(cudaEvent_t event) {
  return api_call(__func__, context_use::needed, [&] {
    require(event != nullptr && events().remove(event), cudaErrorInvalidResourceHandle);
  });
}

extern "C" cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream,
                                                unsigned flags) {
  return api_call(__func__, context_use::needed, [&] {
    require_stream(stream);
    require(flags <= cudaEventRecordExternal, cudaErrorInvalidValue);
    require_event(event);
    if (flags == cudaEventRecordExternal && captured_graph(stream) != nullptr)
      capture_node(stream, event_record_work{event});
    else if (!capture_record(stream, event->capture))
      record_event(event);
    note_record(event, stream);
  });
}
PER_THREAD_NAME(cudaEventRecordWithFlags, _ptsz)

extern "C" cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return cudaEventRecordWithFlags(event, stream, cudaEventRecordDefault);
}
PER_THREAD_NAME(cudaEventRecord, _ptsz)

extern "C" cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  return api_call(__func__, context_use::waits, [&] {
    require_event(event);
    require_not_captured(event->capture);
    note_host_wait(event);
    release_unused_of_pools();
  });
}

extern "C" cudaError_t cudaEventQuery(cudaEvent_t event) {
  return api_call(__func__, context_use::waits, [&] {
    require_event(event);
    require_not_captured(event->capture);
    require_no_unsafe_call_forbidden();
    note_host_wait(event);
  });
}

extern "C" cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start,
                                            cudaEvent_t end) {
  return api_call(__func__, context_use::needed, [&] {
    require(milliseconds != nullptr, cudaErrorInvalidValue);
    const std::chrono::duration<float, std::milli> elapsed = time_of(end) - time_of(start);
    *milliseconds = elapsed.count();
  });
}
