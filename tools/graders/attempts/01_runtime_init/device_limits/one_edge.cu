#include "01_runtime_init/device_limits.hpp"

cudaError_t get_limits(int device, device_limits* limits) {
  cudaDeviceProp p{};
  const cudaError_t code = cudaGetDeviceProperties(&p, device);
  if (code != cudaSuccess) return code;
  int clock = 0, memory_clock = 0;
  cudaDeviceGetAttribute(&clock, cudaDevAttrClockRate, device);
  cudaDeviceGetAttribute(&memory_clock, cudaDevAttrMemoryClockRate, device);

  limits->multiprocessors = p.multiProcessorCount;
  limits->warps_per_multiprocessor = p.maxThreadsPerMultiProcessor / p.warpSize;
  limits->blocks_per_multiprocessor = p.maxBlocksPerMultiProcessor;
  limits->threads_per_block = p.maxThreadsPerBlock;
  for (int i = 0; i < 3; i++) {
    limits->largest_block[i] = p.maxThreadsDim[i];
    limits->largest_grid[i] = p.maxGridSize[i];
  }
  limits->registers_per_multiprocessor = p.regsPerMultiprocessor;
  limits->registers_per_block = p.regsPerBlock;
  limits->shared_per_multiprocessor = p.sharedMemPerMultiprocessor;
  limits->shared_per_block = p.sharedMemPerBlock;
  limits->shared_per_block_optin = p.sharedMemPerBlockOptin;
  limits->clock_mhz = clock / 1000.0;
  limits->bandwidth = memory_clock * 1e3 * (p.memoryBusWidth / 8.0) / 1e9;
  return cudaSuccess;
}
