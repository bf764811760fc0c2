// The state of the runtime in this process: the device it shows, its memory, what was registered,
// and whether the context is still alive.
//
// Work is done at the call that asks for it; streams keep their order by that alone. What printf in
// kernels prints appears then, too. Only a kernel's fault shows later, as on a GPU: by the next
// call that waits for the device.
#pragma once

#include <cuda_runtime_api.h>

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <shared_mutex>

#include "checks/monitor.hpp"
#include "cudart/devices/device_limits.hpp"
#include "cudart/devices/device_profile.hpp"
#include "cudart/observations/observations.hpp"
#include "cudart/observations/suppositions.hpp"
#include "cudart/observations/trial.hpp"
#include "cudart/registry.hpp"
#include "memory/address_space.hpp"
#include "provenance/recorder.hpp"
#include "simt/launch.hpp"
#include "trace/recorder.hpp"

namespace lockstep::cudart {

// A kernel's fault destroys the context. The call that launched it does not say so; the next one
// that waits does, and then all others do.
class context_fault {
 public:
  void happened(cudaError_t error) {
    cudaError_t none = cudaSuccess;
    pending_.compare_exchange_strong(none, error);
  }
  void surface() { known_ = pending_.load(); }
  // cudaDeviceReset after a fault succeeds, and yet this process gets no new context (as seen on an
  // H200, driver 580: every later call that needs one fails with cudaErrorDevicesUnavailable). What
  // the emulator refused, or had no memory for, is no fault of a device.
  void reset() {
    const cudaError_t met = pending_;
    const bool by_emulator = met == cudaErrorNotSupported || met == cudaErrorMemoryAllocation;
    pending_ = known_ =
        met == cudaSuccess || by_emulator ? cudaSuccess : cudaErrorDevicesUnavailable;
  }
  // For a while there is none: returns what to give to resume().
  cudaError_t suspend() {
    const cudaError_t met = pending_;
    pending_ = known_ = cudaSuccess;
    return met;
  }
  void resume(cudaError_t met) { pending_ = known_ = met; }
  bool pending() const { return pending_ != cudaSuccess; }
  cudaError_t known() const { return known_; }

 private:
  std::atomic<cudaError_t> pending_{cudaSuccess}, known_{cudaSuccess};
};

class runtime {
 public:
  // Made at first use, which is before main, and never destroyed: exit handlers of programs call
  // the runtime too.
  static runtime& get();

  const device_profile* const device;  // nullptr: LOCKSTEP_DEVICE names none
  memory::address_space memory;
  std::unique_ptr<checks::monitor> monitor;   // nullptr: nothing but addresses is checked
  std::unique_ptr<trace::recorder> recorder;  // nullptr: nothing is traced
  provenance::recorder provenance;            // records while it is asked to
  registry registered;
  observations observed;
  suppositions supposed;
  trial on_trial;
  context_fault fault;
  device_limits limits;
  std::map<std::uint64_t, unsigned> host_flags;  // of pinned memory, by address; guarded by mutex
  std::mutex mutex;
  std::shared_mutex work;  // shared: a kernel runs; exclusive: memory that it may use goes away

  simt::engine& engine();
  // Of the launches that follow, by its name; false if there is no such order.
  bool set_order(const std::string& name);
  // Frees everything and starts anew (cudaDeviceReset).
  void reset();

 private:
  runtime();
  std::once_flag engine_made_;
  std::unique_ptr<simt::engine> engine_;
};

}  // namespace lockstep::cudart
