// What the answer to 01_runtime_init/device_limits defines.
#pragma once

#include <cuda_runtime.h>

// The figures of a device that decide how a kernel can be launched, and how fast it can be.
struct device_limits {
  int multiprocessors;               // SMs
  int warps_per_multiprocessor;      // resident on an SM at once, at most
  int blocks_per_multiprocessor;     // the same in blocks
  int threads_per_block;             // whatever the shape of the block
  int largest_block[3];              // threads in x, y and z
  int largest_grid[3];               // blocks in x, y and z
  int registers_per_multiprocessor;  // of 32 bits
  int registers_per_block;
  int shared_per_multiprocessor;  // bytes of shared memory
  int shared_per_block;           // bytes, if a kernel does not ask for more
  int shared_per_block_optin;     // bytes, if it does: the opt-in maximum
  double clock_mhz;               // of the SMs, 10^6 cycles in a second
  double bandwidth;               // of the memory, at most, in GB/s: 10^9 bytes in a second
};

// Fills in all of `limits` for device number `device`, from what the runtime says, and returns
// cudaSuccess. If a call of the runtime returns an error, for example because there is no such
// device, returns that error.
cudaError_t get_limits(int device, device_limits* limits);
