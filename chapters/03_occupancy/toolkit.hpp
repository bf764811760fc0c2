// The same question to the toolkit's own calculator, cuda_occupancy.h: a header without a library,
// which needs no device. It no longer knows compute capability 2.0.
#pragma once

#include <cuda_runtime.h>

#include <optional>

// A header of unnamed-namespace functions, of which each program uses some.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <cuda_occupancy.h>
#pragma GCC diagnostic pop

#include "occupancy.hpp"

inline cudaOccDeviceProp for_toolkit(const sm_limits& sm) {
  cudaOccDeviceProp device;
  device.computeMajor = sm.major;
  device.computeMinor = sm.minor;
  device.maxThreadsPerBlock = MAX_THREADS_PER_BLOCK;
  device.maxThreadsPerMultiprocessor = sm.threads;
  device.regsPerBlock = sm.registers;
  device.regsPerMultiprocessor = sm.registers;
  device.warpSize = WARP;
  device.sharedMemPerBlock = 48 * KB;
  device.sharedMemPerMultiprocessor = static_cast<size_t>(sm.shared);
  device.numSms = sm.multiprocessors;
  device.sharedMemPerBlockOptin = static_cast<size_t>(sm.shared_opt_in);
  device.reservedSharedMemPerBlock = static_cast<size_t>(sm.shared_reserved);
  return device;
}

// Resident blocks per SM; empty for a device that the header does not know.
inline std::optional<int> toolkit_blocks(const sm_limits& sm, const kernel_needs& kernel) {
  const cudaOccDeviceProp device = for_toolkit(sm);
  cudaOccFuncAttributes function;
  function.maxThreadsPerBlock = MAX_THREADS_PER_BLOCK;
  function.numRegs = kernel.registers;
  function.sharedSizeBytes = 0;
  function.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
  function.maxDynamicSharedSizeBytes = static_cast<size_t>(kernel.shared);
  function.numBlockBarriers = 1;
  const cudaOccDeviceState state;
  cudaOccResult result{};
  if (cudaOccMaxActiveBlocksPerMultiprocessor(&result, &device, &function, &state, kernel.threads,
                                              static_cast<size_t>(kernel.shared)) !=
      CUDA_OCC_SUCCESS) {
    return std::nullopt;
  }
  return result.activeBlocksPerMultiprocessor;
}
