// Kernels whose counts are known, and some that go wrong.
#pragma once

#include <cuda_runtime.h>

__global__ void copies(const int* from, int* to);  // neighbouring lanes, neighbouring words
__global__ void copies_far_apart(const int* from, int* to);  // every element in a sector of its own
__global__ void parts_once(int* to);                         // every warp diverges once
__global__ void meets_twice(int* to);                        // two barriers
__global__ void collides(int* to);                           // two lanes share each bank in use
__global__ void writes_to_null();

// Prints to both streams, then ends the process: the way of code that finds an error.
[[noreturn]] void says_and_exits(int code);

// What a sum of `size` elements can lose: `fault` says how (see kernels.cu).
__global__ void faulty_sum(const int* data, int* partial, unsigned size, int fault);
// to[i] = from[i], by threads whose element is `stride * i`.
__global__ void faulty_copy(const int* from, int* to, unsigned size, unsigned stride);
// The same through `float` (way 1), or what a comparison gives in place of the element (way 2).
__global__ void copies_by_way_of(const int* from, int* to, int way);
// A sum in which lane 0 takes its own value again and again.
__global__ void sums_itself(const int* data, int* result);
// Launches a kernel that copies `size` elements, but for a slip (see kernels.cu).
void slightly_wrong_copy(const int* from, int* to, unsigned size, int fault);
// Of each 32 elements, any that is positive and the first one, to `to` and `count`.
__global__ void copies_what_it_finds(const int* from, int* to, int* count, unsigned size);
// 512 elements: by loads (way 0), by atomic operations (1), by one thread (2), or through shared
// memory, where one thread adds to them (3).
__global__ void copies_for_show(const int* from, int* to, int way);
// The sum of 512 elements by as many threads: by a tree (way 0), by thread 0, while others do
// nothing (1) or load for show (2), by votes (3), by recursion (4), or by thread 0 while others
// compute for show (5).
__global__ void sums_in_a_way(const int* data, int* sum, int way);
