// The kernels that 07_dynamic_parallelism/visibility asks about.
#pragma once

#include <cuda_runtime.h>

// The host launches it with `blocks` blocks of `threads` threads. `data` begins as zeros; when all
// grids have ended, *seen has what the last reader saw.
struct asked_kernel {
  const char* name;
  void (*kernel)(int* data, int* seen);
  unsigned blocks, threads;
};

extern const asked_kernel asked_kernels[];
extern const unsigned number_of_asked_kernels;
