#include "launch_errors_kernels.hpp"

#undef NDEBUG
#include <cassert>

__global__ void adds_one(unsigned* counter) { atomicAdd(counter, 1); }
__global__ void stores_to(int* where) { *static_cast<volatile int*>(where) = 1; }
__global__ void traps() { __trap(); }
__global__ void asserts(bool condition) { assert(condition); }
