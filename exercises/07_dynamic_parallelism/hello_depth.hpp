// What the answer to 07_dynamic_parallelism/hello_depth defines.
#pragma once

#include <cuda_runtime.h>

// Numbers in `greetings`, one for each level that there can be.
constexpr unsigned levels = 11;

// Greets on levels. Level 0 has blockDim.x threads, each further level half as many, down to 1. On
// level l each thread adds 1 to greetings[l]. Levels 0 to `deepest`, or to the last if that comes
// first, are grids of one block. For the levels below `deepest` there are no greetings, or the last
// grid makes all of them.
//
// The grader launches level 0 alone: one block, with `level` = 0, for a blockDim.x that is a power
// of two from 1 to 1024. `greetings` begins as zeros, and `deepest` may be any number.
__global__ void hello(unsigned* greetings, unsigned level, unsigned deepest);
