// The limits of the current device, from the runtime. What the runtime does not report, the units
// of allocation, goes by compute capability.
#pragma once

#include <lockstep/device.hpp>

#include <string>

#include "occupancy.hpp"

inline sm_limits current_limits() {
  using lockstep::device_attribute;
  static const std::string name = lockstep::describe_device().name;
  sm_limits sm{};
  sm.name = name.c_str();
  sm.profile = "";
  sm.major = device_attribute(cudaDevAttrComputeCapabilityMajor);
  sm.minor = device_attribute(cudaDevAttrComputeCapabilityMinor);
  sm.multiprocessors = device_attribute(cudaDevAttrMultiProcessorCount);
  sm.threads = device_attribute(cudaDevAttrMaxThreadsPerMultiProcessor);
  sm.blocks = device_attribute(cudaDevAttrMaxBlocksPerMultiprocessor);
  sm.registers = device_attribute(cudaDevAttrMaxRegistersPerMultiprocessor);
  sm.registers_per_thread = sm.major == 2 ? 63 : 255;
  sm.register_unit = sm.major == 2 ? 64 : 256;
  const bool halves = sm.major == 2 || (sm.major == 6 && sm.minor == 0);
  sm.partitions = halves ? 2 : 4;
  sm.shared = device_attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor);
  sm.shared_opt_in = device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
  sm.shared_reserved = device_attribute(cudaDevAttrReservedSharedMemoryPerBlock);
  sm.shared_unit = sm.major == 2 || sm.major >= 8 ? 128 : 256;
  return sm;
}

// What a kernel asks for, as the compiler built it. (On the emulator that may have been for a newer
// device than the one at hand: a compiler for this one would have made do with what a thread may
// have.)
template <typename Kernel>
kernel_needs needs_of(Kernel* kernel, int threads, int dynamic_shared = 0) {
  cudaFuncAttributes attributes{};
  CUDA_CHECK(cudaFuncGetAttributes(&attributes, kernel));
  return {threads, std::min(attributes.numRegs, current_limits().registers_per_thread),
          static_cast<int>(attributes.sharedSizeBytes) + dynamic_shared};
}
