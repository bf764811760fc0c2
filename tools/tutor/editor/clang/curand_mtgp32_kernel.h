// clang includes this header of cuRAND with every CUDA file; a toolkit need not have cuRAND, and
// the one that Lockstep fetches has not.
#pragma once

#if __has_include_next(<curand_mtgp32_kernel.h>)
#include_next <curand_mtgp32_kernel.h>
#endif
