// A clock for events that goes as a grader says, in place of the device's.
//
// Times are not the same twice, and the emulator has none. But what is done with them can be
// judged if they are known: as long as a scripted_clock lives, each launch takes as long as its
// script says, and cudaEventElapsedTime goes by that. The functions of the runtime that have to do
// with it are defined here, in front of those of the library, which they call. So this header
// belongs into one source file of a program.
#pragma once

#include <cuda_runtime.h>

#include <dlfcn.h>

#include <algorithm>
#include <map>
#include <vector>

namespace lockstep::grader {

class scripted_clock {
 public:
  // What the time between two events has in it.
  struct interval {
    std::vector<unsigned> launches;  // by number, from 0
    bool known = true;               // the host had waited for both events
    bool waited = false;             // the host waited, and the device had nothing to do meanwhile
    // Whether the events were recorded in the stream of all that lies between them.
    bool start_in_stream = true, stop_in_stream = true;
  };

  static constexpr double wait_ms = 0.25;  // the way to the host and back

  // Milliseconds of launch 0, 1, 2 ...; the last one is that of all further ones, too.
  explicit scripted_clock(std::vector<double> script) : script_(std::move(script)) {
    current() = this;
  }
  scripted_clock(const scripted_clock&) = delete;
  scripted_clock& operator=(const scripted_clock&) = delete;
  ~scripted_clock() { current() = nullptr; }

  static scripted_clock*& current() {
    static scripted_clock* one = nullptr;
    return one;
  }

  // From the code that launches.
  void launched(cudaStream_t stream) {
    time_[stream] += duration_of(launches_.size());
    launches_.push_back(stream);
  }

  void recorded(cudaEvent_t event, cudaStream_t stream) {
    events_[event] = {stream, time_[stream], launches_.size(), waits_, false};
  }
  void waited_for(cudaEvent_t event) {
    const mark limit = events_[event];
    wait([&](const mark& one) {
      return one.stream == limit.stream && one.launches <= limit.launches && one.time <= limit.time;
    });
  }
  void waited_for_stream(cudaStream_t stream) {
    wait([=](const mark& one) { return one.stream == stream; });
  }
  void waited_for_device() {
    wait([](const mark&) { return true; });
  }

  // False if the host has not waited for them: a device would not be ready.
  bool elapsed(float* milliseconds, cudaEvent_t start, cudaEvent_t stop) {
    const mark &from = events_[start], &to = events_[stop];
    interval one;
    one.known = from.known && to.known;
    one.waited = from.waits < to.waits;
    for (auto i = from.launches; i < to.launches; ++i) {
      one.launches.push_back(static_cast<unsigned>(i));
      one.start_in_stream = one.start_in_stream && launches_[i] == from.stream;
      one.stop_in_stream = one.stop_in_stream && launches_[i] == to.stream;
    }
    if (one.launches.empty()) one.stop_in_stream = from.stream == to.stream;
    intervals_.push_back(one);
    if (one.known) *milliseconds = static_cast<float>(to.time - from.time);
    return one.known;
  }

  void made(cudaEvent_t event) { made_.push_back({event}); }
  void destroyed(cudaEvent_t event) {
    const auto last = std::find_if(made_.rbegin(), made_.rend(), [=](const made_event& one) {
      return one.event == event && !one.is_destroyed;
    });
    if (last != made_.rend()) last->is_destroyed = true;
  }

  double duration_of(std::size_t launch) const {
    return script_[std::min(launch, script_.size() - 1)];
  }
  const std::vector<cudaStream_t>& launches() const { return launches_; }
  const std::vector<interval>& intervals() const { return intervals_; }
  std::size_t events_made() const { return made_.size(); }
  std::size_t events_destroyed() const {
    return std::size_t(std::count_if(made_.begin(), made_.end(), is_destroyed));
  }
  // Which event was made as the first of those that are left, from 1; 0: none is left.
  unsigned first_left() const {
    const auto first = std::find_if_not(made_.begin(), made_.end(), is_destroyed);
    return first == made_.end() ? 0 : unsigned(first - made_.begin()) + 1;
  }

 private:
  struct mark {
    cudaStream_t stream = nullptr;
    double time = 0;
    std::size_t launches = 0;  // before it
    unsigned waits = 0;        // before it
    bool known = false;        // the host has waited for it
  };

  struct made_event {
    cudaEvent_t event;
    bool is_destroyed = false;
  };
  static bool is_destroyed(const made_event& one) { return one.is_destroyed; }

  template <typename Which>
  void wait(Which is_reached) {
    for (auto& [event, one] : events_) one.known = one.known || is_reached(one);
    for (auto& [stream, time] : time_) time += wait_ms;
    ++waits_;
  }

  std::vector<double> script_;
  std::map<cudaStream_t, double> time_;  // at which its queue is empty
  std::map<cudaEvent_t, mark> events_;   // as last recorded
  std::vector<cudaStream_t> launches_;
  std::vector<interval> intervals_;
  std::vector<made_event> made_;
  unsigned waits_ = 0;
};

namespace detail {

// The library may call one of these from another one.
inline int& depth() {
  static thread_local int calls = 0;
  return calls;
}

template <typename... Parameters>
cudaError_t call_library(const char* name, Parameters... arguments) {
  using function = cudaError_t (*)(Parameters...);
  const auto library = reinterpret_cast<function>(dlsym(RTLD_NEXT, name));
  if (library == nullptr) return cudaErrorSharedObjectSymbolNotFound;
  ++depth();
  const cudaError_t code = library(arguments...);
  --depth();
  return code;
}

// The clock that is to hear of a call; null if it is the library's own affair, or failed.
inline scripted_clock* clock_for(cudaError_t code) {
  return code == cudaSuccess && depth() == 0 ? scripted_clock::current() : nullptr;
}

}  // namespace detail
}  // namespace lockstep::grader

using lockstep::grader::detail::call_library;
using lockstep::grader::detail::clock_for;

cudaError_t cudaEventCreate(cudaEvent_t* event) {
  const cudaError_t code = call_library(__func__, event);
  if (auto* clock = clock_for(code)) clock->made(*event);
  return code;
}
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
  const cudaError_t code = call_library(__func__, event, flags);
  if (auto* clock = clock_for(code)) clock->made(*event);
  return code;
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  const cudaError_t code = call_library(__func__, event);
  if (auto* clock = clock_for(code)) clock->destroyed(event);
  return code;
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  const cudaError_t code = call_library(__func__, event, stream);
  if (auto* clock = clock_for(code)) clock->recorded(event, stream);
  return code;
}
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned flags) {
  const cudaError_t code = call_library(__func__, event, stream, flags);
  if (auto* clock = clock_for(code)) clock->recorded(event, stream);
  return code;
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  const cudaError_t code = call_library(__func__, event);
  if (auto* clock = clock_for(code)) clock->waited_for(event);
  return code;
}
cudaError_t cudaEventQuery(cudaEvent_t event) {
  const cudaError_t code = call_library(__func__, event);
  if (auto* clock = clock_for(code)) clock->waited_for(event);
  return code;
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  const cudaError_t code = call_library(__func__, stream);
  if (auto* clock = clock_for(code)) clock->waited_for_stream(stream);
  return code;
}
cudaError_t cudaStreamQuery(cudaStream_t stream) {
  const cudaError_t code = call_library(__func__, stream);
  if (auto* clock = clock_for(code)) clock->waited_for_stream(stream);
  return code;
}
cudaError_t cudaDeviceSynchronize() {
  const cudaError_t code = call_library(__func__);
  if (auto* clock = clock_for(code)) clock->waited_for_device();
  return code;
}
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t stop) {
  const cudaError_t code = call_library(__func__, milliseconds, start, stop);
  auto* clock = clock_for(code == cudaErrorNotReady ? cudaSuccess : code);
  if (clock == nullptr) return code;
  return clock->elapsed(milliseconds, start, stop) ? cudaSuccess : cudaErrorNotReady;
}
