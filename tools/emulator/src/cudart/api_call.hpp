// The frame around every API call: nothing escapes through the C ABI, a lost context answers first,
// and a failure becomes the host thread's last error.
#pragma once

#include <driver_types.h>

#include <exception>
#include <new>

#include "cudart/host_limit.hpp"

namespace lockstep::cudart {

// Thrown inside a call to leave it with an error code.
struct failure {
  cudaError_t code;
};

inline void require(bool condition, cudaError_t otherwise) {
  if (!condition) throw failure{otherwise};
}

// How a call relates to the device's context, which a fault of a kernel destroys.
enum class context_use {
  none,         // works without one: errors, versions, device queries
  needed,       // fails once a fault is known
  waits,        // for a stream or an event: a fault of an earlier launch becomes known here
  copies,       // waits for the default stream: likewise
  synchronises  // waits for the device: likewise
};

// The error with which the context was lost, as far as a call of this kind may know it; cudaSuccess
// if all is well. cudaErrorNoDevice if LOCKSTEP_DEVICE names none.
cudaError_t context_error(context_use use);

// The host has waited for the default stream: the checks want to know.
void host_waited();

// What the calls of the runtime leave behind in a host thread.
struct thread_state {
  cudaError_t last_error = cudaSuccess;
  bool has_context = false;  // one of them has made the device's primary context current
};
thread_state& state_of_thread();

// Remembers a failure as this host thread's last error, and returns it.
cudaError_t remember(cudaError_t error);

// Reports an exception that no call should let through, an error of the emulator itself.
void report_internal_error(const char* call, const char* what);

// While a call runs: its name, for those who report what is wrong with it.
class call_in_progress {
 public:
  explicit call_in_progress(const char* name) : outer_(name_) {
    if (outer_ != nullptr) return;  // the runtime calls itself, the program does not
    name_ = name;
    note_call(name);
  }
  ~call_in_progress() {
    if (outer_ == nullptr) note_call(name_);
    name_ = outer_;
  }
  call_in_progress(const call_in_progress&) = delete;
  call_in_progress& operator=(const call_in_progress&) = delete;

  // Of this host thread; empty: it is in none.
  static const char* name() { return name_ == nullptr ? "" : name_; }

 private:
  static inline thread_local const char* name_ = nullptr;
  const char* const outer_;
};

template <typename body_t>
cudaError_t api_call(const char* name, context_use use, const body_t& body) noexcept {
  const call_in_progress scope(name);
  try {
    if (const cudaError_t lost = context_error(use)) return remember(lost);
    body();
    if (use == context_use::copies) host_waited();
    return cudaSuccess;
  } catch (const failure& failed) {
    return remember(failed.code);
  } catch (const std::bad_alloc&) {
    return remember(cudaErrorMemoryAllocation);
  } catch (const std::exception& error) {
    report_internal_error(name, error.what());
  } catch (...) {
    report_internal_error(name, "an exception of unknown type");
  }
  return remember(cudaErrorUnknown);
}

// In calls from code that was compiled for per-thread default streams, stream 0 is this thread's
// own.
class per_thread_default {
 public:
  static bool holds() { return depth_ > 0; }
  per_thread_default() { ++depth_; }
  ~per_thread_default() { --depth_; }
  per_thread_default(const per_thread_default&) = delete;
  per_thread_default& operator=(const per_thread_default&) = delete;

 private:
  static inline thread_local int depth_ = 0;
};

template <auto call>
struct with_per_thread_default;
template <typename result_t, typename... arguments_t, result_t (*call)(arguments_t...)>
struct with_per_thread_default<call> {
  static result_t run(arguments_t... arguments) {
    const per_thread_default scope;
// Deprecated calls are still exported.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
    return call(arguments...);
#pragma GCC diagnostic pop
  }
};

}  // namespace lockstep::cudart

// The names that programs compiled with per-thread default streams import. Must follow the
// definition of `name`. suffix: _ptsz or _ptds. The loader asks which function the name stands for,
// because a template's instance cannot be given a name of C.
#define PER_THREAD_NAME(name, suffix)                              \
  extern "C" decltype(&name) resolve_##name##suffix() {            \
    return &lockstep::cudart::with_per_thread_default<&name>::run; \
  }                                                                \
  extern "C" decltype(name) name##suffix __attribute__((ifunc("resolve_" #name #suffix)));
