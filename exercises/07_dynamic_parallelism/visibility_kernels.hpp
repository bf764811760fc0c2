// The kernels that 07_dynamic_parallelism/visibility asks about.
#pragma once

#include <cuda_runtime.h>

// Launched by the host with so many blocks and threads. `data` begins as zeros; what the last
// reader sees is in *seen when all have ended.
struct asked_kernel {
  const char* name;
  void (*kernel)(int* data, int* seen);
  unsigned blocks, threads;
};

extern const asked_kernel asked_kernels[];
extern const unsigned number_of_asked_kernels;
