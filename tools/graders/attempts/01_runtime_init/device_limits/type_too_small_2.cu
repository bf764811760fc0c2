#include "01_runtime_init/device_limits.hpp"

cudaError_t get_limits(int device, device_limits* limits) {
  cudaDeviceProp p{};
  cudaError_t code = cudaGetDeviceProperties(&p, device);
  if (code != cudaSuccess) return code;

  int sm_khz = 0;
  code = cudaDeviceGetAttribute(&sm_khz, cudaDevAttrClockRate, device);
  if (code != cudaSuccess) return code;

  int memory_khz = 0;
  code = cudaDeviceGetAttribute(&memory_khz, cudaDevAttrMemoryClockRate, device);
  if (code != cudaSuccess) return code;

  limits->multiprocessors = p.multiProcessorCount;
  limits->warps_per_multiprocessor = p.maxThreadsPerMultiProcessor / p.warpSize;
  limits->blocks_per_multiprocessor = p.maxBlocksPerMultiProcessor;
  limits->threads_per_block = p.maxThreadsPerBlock;
  for (int axis = 0; axis < 3; ++axis) {
    limits->largest_block[axis] = p.maxThreadsDim[axis];
    limits->largest_grid[axis] = p.maxGridSize[axis];
  }
  limits->registers_per_multiprocessor = p.regsPerMultiprocessor;
  limits->registers_per_block = p.regsPerBlock;
  limits->shared_per_multiprocessor = static_cast<int>(p.sharedMemPerMultiprocessor);
  limits->shared_per_block = static_cast<int>(p.sharedMemPerBlock);
  limits->shared_per_block_optin = static_cast<int>(p.sharedMemPerBlockOptin);
  limits->clock_mhz = sm_khz / 1e3;

  // Two transfers in each cycle, and kHz * bytes / 10^6 are GB/s.
  const int bytes_per_transfer = p.memoryBusWidth / 8;
  limits->bandwidth = 2 * memory_khz * bytes_per_transfer / 1e6;
  return cudaSuccess;
}
