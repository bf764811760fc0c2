// The values of cudaDeviceSetLimit.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <mutex>
#include <utility>

#include "lockstep/protocol/finding.hpp"

namespace lockstep::cudart {

// Indexed by cudaLimit. Defaults as an H200 reports them.
struct device_limits {
  static constexpr std::array<std::size_t, 7> DEFAULTS = {
      1024,      // cudaLimitStackSize, bytes per thread
      8650752,   // cudaLimitPrintfFifoSize, bytes
      8 << 20,   // cudaLimitMallocHeapSize, bytes
      0,         // cudaLimitDevRuntimeSyncDepth: not supported since compute capability 9.0
      2048,      // cudaLimitDevRuntimePendingLaunchCount
      64,        // cudaLimitMaxL2FetchGranularity, bytes
      11796480,  // cudaLimitPersistingL2CacheSize, bytes
  };
  std::array<std::atomic<std::size_t>, 7> values;
  device_limits() { reset(); }
  void reset() {
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = DEFAULTS[i];
    pending_launches_set_by({});
  }

  // The program's call that set the limit of pending launches; empty: none.
  protocol::access pending_launches_set_by() const {
    const std::lock_guard hold(lock_);
    return set_by_;
  }
  void pending_launches_set_by(protocol::access call) {
    const std::lock_guard hold(lock_);
    set_by_ = std::move(call);
  }

 private:
  mutable std::mutex lock_;
  protocol::access set_by_;
};

}  // namespace lockstep::cudart
