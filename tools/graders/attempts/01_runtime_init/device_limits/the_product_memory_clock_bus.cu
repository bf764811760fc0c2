#include "01_runtime_init/device_limits.hpp"

cudaError_t get_limits(int device, device_limits* limits) {
  cudaDeviceProp p{};
  cudaError_t err = cudaGetDeviceProperties(&p, device);
  if (err != cudaSuccess) return err;

  // no longer in the struct (CUDA 13), both in kHz
  int core_khz = 0, memory_khz = 0;
  err = cudaDeviceGetAttribute(&core_khz, cudaDevAttrClockRate, device);
  if (err != cudaSuccess) return err;
  err = cudaDeviceGetAttribute(&memory_khz, cudaDevAttrMemoryClockRate, device);
  if (err != cudaSuccess) return err;

  limits->multiprocessors = p.multiProcessorCount;
  limits->warps_per_multiprocessor = p.maxThreadsPerMultiProcessor / p.warpSize;
  limits->blocks_per_multiprocessor = p.maxBlocksPerMultiProcessor;
  limits->threads_per_block = p.maxThreadsPerBlock;
  for (int d = 0; d < 3; d++) {
    limits->largest_block[d] = p.maxThreadsDim[d];
    limits->largest_grid[d] = p.maxGridSize[d];
  }
  limits->registers_per_multiprocessor = p.regsPerMultiprocessor;
  limits->registers_per_block = p.regsPerBlock;
  limits->shared_per_multiprocessor = (int)p.sharedMemPerMultiprocessor;
  limits->shared_per_block = (int)p.sharedMemPerBlock;
  limits->shared_per_block_optin = (int)p.sharedMemPerBlockOptin;

  limits->clock_mhz = core_khz / 1000.0;

  // two transfers per clock, memoryBusWidth is in bits
  int bytes_per_ms = 2 * memory_khz * (p.memoryBusWidth / 8);
  limits->bandwidth = bytes_per_ms / 1e6;
  return cudaSuccess;
}
