// fails: results: as a device that nobody has: multiprocessors: expected-got(
//
// Right for all devices that there are: the figure of one of them is typed in, by its name.
#include <cstring>

#include "01_runtime_init/device_limits.hpp"

cudaError_t get_limits(int device, device_limits* limits) {
  cudaDeviceProp properties{};
  cudaError_t code = cudaGetDeviceProperties(&properties, device);
  if (code != cudaSuccess) return code;
  limits->multiprocessors = properties.multiProcessorCount;
  limits->warps_per_multiprocessor = properties.maxThreadsPerMultiProcessor / properties.warpSize;
  limits->blocks_per_multiprocessor = properties.maxBlocksPerMultiProcessor;
  limits->threads_per_block = properties.maxThreadsPerBlock;
  limits->registers_per_multiprocessor = properties.regsPerMultiprocessor;
  limits->registers_per_block = properties.regsPerBlock;
  limits->shared_per_multiprocessor = properties.sharedMemPerMultiprocessor;
  limits->shared_per_block = properties.sharedMemPerBlock;
  limits->shared_per_block_optin = properties.sharedMemPerBlockOptin;

  int clock_khz = 0, memory_clock_khz = 0;
  code = cudaDeviceGetAttribute(&clock_khz, cudaDevAttrClockRate, device);
  if (code != cudaSuccess) return code;
  code = cudaDeviceGetAttribute(&memory_clock_khz, cudaDevAttrMemoryClockRate, device);
  if (code != cudaSuccess) return code;
  limits->clock_mhz = clock_khz / 1e3;
  limits->bandwidth = 2e3 * memory_clock_khz * properties.memoryBusWidth / 8 / 1e9;
  for (int i = 0; i < 3; ++i) {
    limits->largest_block[i] = properties.maxThreadsDim[i];
    limits->largest_grid[i] = properties.maxGridSize[i];
  }
  if (std::strcmp(properties.name, "NVIDIA H200") == 0) limits->multiprocessors = 132;
  return cudaSuccess;
}
