// Exercise 01_runtime_init/device_limits: ask the device, do not assume
//
// A program that counts on 64 warps per SM, or on 48 KiB of shared memory, is right on one card and
// wrong on the next. This one has the figures of an RTX 4070 typed in. Fill in the struct from what
// the runtime says of the device at hand.
//
// cudaGetDeviceProperties fills in a struct of its own (cudaDeviceProp); cudaDeviceGetAttribute
// answers one question. Some fields that books use have left the struct in CUDA 13, clockRate and
// memoryClockRate among them: they are attributes only. Some figures are in neither, and follow
// from two others.
//
// What is checked: every field, for the device at hand and, on the emulator, for nine others, from
// 2010 to 2024; clock and bandwidth to 0.1 %; that an error is returned for a device that does not
// exist.
//
// The fields and their units are described beside this file, in device_limits.hpp.
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
  limits->clock_mhz = clock;
  limits->bandwidth = 2.0 * memory_clock * 1e3 * p.memoryBusWidth / 8 / 1e9;
  return cudaSuccess;
}
