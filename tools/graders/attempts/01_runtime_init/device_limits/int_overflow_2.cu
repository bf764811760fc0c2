// 01_runtime_init/device_limits: ask the device, do not assume
// Task       Fill in every field from what the runtime says about `device`. If a call returns an
//            error, return it.
// Given      The figures of an RTX 4070 are typed in, so they are wrong on other cards. You find
//            some fields with cudaGetDeviceProperties, some only with cudaDeviceGetAttribute (in
//            CUDA 13 both clock rates), and compute some from two other figures.
// Done when  every field is right for the device at hand and, on the emulator, for nine others,
//            from 2010 to 2024; clock and bandwidth to 0.1 %; a device that does not exist gives an
//            error.
// Interface  cudaError_t get_limits(int device, device_limits* limits);   // device_limits.hpp
#include "01_runtime_init/device_limits.hpp"

cudaError_t get_limits(int device, device_limits* limits) {
  int threads = 0, warp = 0, core_khz = 0, memory_khz = 0, bus_bits = 0;
  const struct {
    int* to;
    cudaDeviceAttr what;
  } wanted[] = {
      {&limits->multiprocessors, cudaDevAttrMultiProcessorCount},
      {&limits->blocks_per_multiprocessor, cudaDevAttrMaxBlocksPerMultiprocessor},
      {&limits->threads_per_block, cudaDevAttrMaxThreadsPerBlock},
      {&limits->largest_block[0], cudaDevAttrMaxBlockDimX},
      {&limits->largest_block[1], cudaDevAttrMaxBlockDimY},
      {&limits->largest_block[2], cudaDevAttrMaxBlockDimZ},
      {&limits->largest_grid[0], cudaDevAttrMaxGridDimX},
      {&limits->largest_grid[1], cudaDevAttrMaxGridDimY},
      {&limits->largest_grid[2], cudaDevAttrMaxGridDimZ},
      {&limits->registers_per_multiprocessor, cudaDevAttrMaxRegistersPerMultiprocessor},
      {&limits->registers_per_block, cudaDevAttrMaxRegistersPerBlock},
      {&limits->shared_per_multiprocessor, cudaDevAttrMaxSharedMemoryPerMultiprocessor},
      {&limits->shared_per_block, cudaDevAttrMaxSharedMemoryPerBlock},
      {&limits->shared_per_block_optin, cudaDevAttrMaxSharedMemoryPerBlockOptin},
      {&threads, cudaDevAttrMaxThreadsPerMultiProcessor},
      {&warp, cudaDevAttrWarpSize},
      {&core_khz, cudaDevAttrClockRate},
      {&memory_khz, cudaDevAttrMemoryClockRate},
      {&bus_bits, cudaDevAttrGlobalMemoryBusWidth},
  };
  for (const auto& one : wanted) {
    const cudaError_t code = cudaDeviceGetAttribute(one.to, one.what, device);
    if (code != cudaSuccess) return code;
  }
  limits->warps_per_multiprocessor = threads / warp;
  limits->clock_mhz = core_khz / 1000.0;
  // two transfers in each cycle of the memory clock
  const int kilobytes = 2 * memory_khz * (bus_bits / 8);
  limits->bandwidth = kilobytes / 1e6;
  return cudaSuccess;
}
