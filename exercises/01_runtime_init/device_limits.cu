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
  cudaDeviceProp properties{};
  const cudaError_t code = cudaGetDeviceProperties(&properties, device);
  // TODO (20 lines): where does the runtime say each of these, and in which unit?
  limits->multiprocessors = 46;
  limits->warps_per_multiprocessor = 48;
  limits->blocks_per_multiprocessor = 24;
  limits->threads_per_block = 1024;
  limits->registers_per_multiprocessor = 65536;
  limits->registers_per_block = 65536;
  limits->shared_per_multiprocessor = 100 * 1024;
  limits->shared_per_block = 48 * 1024;
  limits->shared_per_block_optin = 99 * 1024;
  limits->clock_mhz = 2475;
  limits->bandwidth = 504;
  for (int i = 0; i < 3; ++i) {
    limits->largest_block[i] = 1024;
    limits->largest_grid[i] = 65535;
  }
  return code;
}
