// The values of cudaDeviceSetLimit.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>

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
  }
};

}  // namespace lockstep::cudart
