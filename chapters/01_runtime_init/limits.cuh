// Experiment 2: what the device has and allows. Asked of the runtime, never assumed.
#pragma once

#include <lockstep/lockstep.hpp>

#include <iostream>
#include <string>
#include <vector>

#include "fresh_process.cuh"

namespace lockstep::limits {

// The figures that decide how a kernel is launched, and how many blocks of it are resident.
struct device_limits {
  std::string name;
  int compute_capability = 0;  // 90 is 9.0
  int multiprocessors = 0;
  int warps_per_multiprocessor = 0;
  int blocks_per_multiprocessor = 0;
  int threads_per_block = 0;
  int registers_per_multiprocessor = 0;
  int registers_per_block = 0;
  int shared_per_multiprocessor = 0;  // bytes
  int shared_per_block = 0;           // bytes, without asking
  int shared_per_block_optin = 0;     // bytes, if the kernel asks (cudaFuncSetAttribute)
  int l2_bytes = 0;
  int clock_khz = 0;
  double bandwidth = 0;  // GB/s, by clock and width
};

// Attributes are asked for one by one. That is faster than cudaGetDeviceProperties, and some are to
// be had in no other way: clockRate, memoryClockRate, computeMode and others left cudaDeviceProp in
// CUDA 13.
inline device_limits limits_of(int device = 0) {
  const auto value = [&](cudaDeviceAttr attribute) { return device_attribute(attribute, device); };
  const device_summary summary = describe_device(device);
  device_limits found;
  found.name = summary.name;
  found.compute_capability = summary.compute_capability;
  found.multiprocessors = value(cudaDevAttrMultiProcessorCount);
  found.warps_per_multiprocessor =
      value(cudaDevAttrMaxThreadsPerMultiProcessor) / value(cudaDevAttrWarpSize);
  found.blocks_per_multiprocessor = value(cudaDevAttrMaxBlocksPerMultiprocessor);
  found.threads_per_block = value(cudaDevAttrMaxThreadsPerBlock);
  found.registers_per_multiprocessor = value(cudaDevAttrMaxRegistersPerMultiprocessor);
  found.registers_per_block = value(cudaDevAttrMaxRegistersPerBlock);
  found.shared_per_multiprocessor = value(cudaDevAttrMaxSharedMemoryPerMultiprocessor);
  found.shared_per_block = value(cudaDevAttrMaxSharedMemoryPerBlock);
  found.shared_per_block_optin = value(cudaDevAttrMaxSharedMemoryPerBlockOptin);
  found.l2_bytes = value(cudaDevAttrL2CacheSize);
  found.clock_khz = value(cudaDevAttrClockRate);
  found.bandwidth = summary.memory_bandwidth;
  return found;
}

// The device profiles of the emulator (LOCKSTEP_DEVICE), old to new;
// tools/emulator/src/cudart/devices has the source of every figure.
inline const char* const profiles[] = {"c2050",   "k20x", "gtx1650", "rtx3060", "rtx4070",
                                       "rtx4090", "a100", "h100",    "h200"};

inline std::vector<std::string> row_of(const device_limits& d) {
  const auto kib = [](int bytes) { return std::to_string(bytes / 1024); };
  return {
      d.name,
      std::to_string(d.compute_capability / 10) + "." + std::to_string(d.compute_capability % 10),
      std::to_string(d.multiprocessors),
      std::to_string(d.warps_per_multiprocessor),
      std::to_string(d.blocks_per_multiprocessor),
      kib(d.registers_per_multiprocessor),
      kib(d.shared_per_multiprocessor),
      kib(d.shared_per_block),
      kib(d.shared_per_block_optin),
      fixed(d.l2_bytes / 1048576.0, 2),
      fixed(d.clock_khz / 1e6, 3),
      fixed(d.bandwidth, 0)};
}

// In a process of its own, as the profile is chosen when the runtime library is loaded.
inline void answer(const std::string&) {
  for (const std::string& cell : row_of(limits_of())) fresh_process::say(cell);
}

// One row per device: the one at hand, or all profiles of the emulator.
inline table limits_table(bool all_profiles, bool& all_right) {
  table t({{"device", "", align::left},
           {"capability"},
           {"SMs"},
           {"warps", "/SM"},
           {"blocks", "/SM"},
           {"registers", "Ki/SM"},
           {"shared", "KiB/SM"},
           {"", "/block"},
           {"", "opt-in"},
           {"L2", "MiB"},
           {"clock", "GHz"},
           {"memory", "GB/s"}});
  if (!all_profiles) {
    t.add(row_of(limits_of()));
    return t;
  }
  for (const char* profile : profiles) {
    const fresh_process::answer a =
        fresh_process::ask("limits", profile, {{"LOCKSTEP_DEVICE", profile}});
    const bool right = a.complete() && a.words.size() == 12;
    all_right = all_right && right;
    std::vector<std::string> row(12);
    row[0] = std::string("FAILED ") + profile;
    t.add(right ? a.words : row);
  }
  return t;
}

}  // namespace lockstep::limits
