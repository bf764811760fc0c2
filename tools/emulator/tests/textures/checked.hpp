#pragma once

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

inline void checked(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", cudaGetErrorName(error), cudaGetErrorString(error));
  std::exit(1);
}
