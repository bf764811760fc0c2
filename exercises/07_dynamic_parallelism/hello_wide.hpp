// What the answer to 07_dynamic_parallelism/hello_wide defines.
#pragma once

#include <cuda_runtime.h>

// Numbers that a block has in `greetings`, one for each level that there can be.
constexpr unsigned levels = 11;

// Greets on levels. On level 0 a block has blockDim.x threads, on each further level half as many,
// down to 1; there are gridDim.x blocks on every level. On level l each thread of block b adds 1 to
// greetings[b * levels + l].
//
// The grader launches level 0 alone, with `level` = 0, for a blockDim.x that is a power of two from
// 1 to 1024; `greetings` begins as zeros.
__global__ void hello(unsigned* greetings, unsigned level);
