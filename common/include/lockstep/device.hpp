// The machine at hand, in the few numbers that the lessons use.
#pragma once

#include <lockstep/check.hpp>
#include <lockstep/observe.hpp>

#include <cstdio>
#include <optional>
#include <string>

namespace lockstep {

struct device_summary {
  std::string name;
  std::string backend;         // "gpu" or "emulator"
  int compute_capability = 0;  // 90 is 9.0
  int multiprocessors = 0;
  double memory_bandwidth = 0;  // peak by clock and width, GB/s
};

inline int device_attribute(cudaDeviceAttr attribute, int device = 0) {
  int value = 0;
  CUDA_CHECK(cudaDeviceGetAttribute(&value, attribute, device));
  return value;
}

inline device_summary describe_device(int device = 0) {
  cudaDeviceProp properties{};
  CUDA_CHECK(cudaGetDeviceProperties(&properties, device));
  // Memory moves data on both edges of its clock (which is given in kHz), over a bus whose width is
  // given in bits.
  const double transfers = 2e3 * device_attribute(cudaDevAttrMemoryClockRate, device);
  const double bus_bytes = device_attribute(cudaDevAttrGlobalMemoryBusWidth, device) / 8.0;
  return {properties.name, backend_name(), 10 * properties.major + properties.minor,
          properties.multiProcessorCount, transfers * bus_bytes / 1e9};
}

// One line: "NVIDIA H200: 132 SMs, 4814 GB/s, compute capability 9.0".
inline std::string one_line(const device_summary& device) {
  char numbers[96];
  std::snprintf(numbers, sizeof numbers, ": %d SMs, %.0f GB/s, compute capability %d.%d",
                device.multiprocessors, device.memory_bandwidth, device.compute_capability / 10,
                device.compute_capability % 10);
  const std::string emulated =
      device.backend == "gpu" ? "" : " (" + device.backend + ": counts, does not time)";
  return device.name + numbers + emulated;
}

// Why no device can be used, and what to do; empty if one can.
inline std::optional<std::string> missing_device() {
  int count = 0;
  const cudaError_t code = cudaGetDeviceCount(&count);
  if (code == cudaSuccess && count > 0) return std::nullopt;
  (void)cudaGetLastError();
  return std::string("No device to run on: ") +
         cudaGetErrorString(code == cudaSuccess ? cudaErrorNoDevice : code) +
         ".\nTo run on the emulator, build it, which needs no GPU:\n"
         "  meson setup build && meson compile -C build cudart      (in the top folder of the "
         "course)\n"
         "or name another one: LOCKSTEP_CUDART=FOLDER meson setup --reconfigure BUILD "
         "chapters/NN_NAME\n"
         "or, for one program: LD_LIBRARY_PATH=FOLDER PROGRAM       (FOLDER holds libcudart.so.13)";
}

}  // namespace lockstep
