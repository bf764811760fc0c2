// fails: compile: cheat_own_runtime.cu:8: defines-library(cudaDeviceSynchronize
//
// Puts its own function before the one of the runtime, so that no error is ever seen.
#include <cuda_runtime.h>

#include "05_reduction/ragged.hpp"

extern "C" cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }

int sum(const int*, int*, unsigned, unsigned) { return 0; }
