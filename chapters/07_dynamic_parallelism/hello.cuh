// A kernel that launches itself.
#pragma once

#include <cstdio>

// Every thread says hello; then thread 0 of a block launches one block of half the threads.
// Launched with one block of `size` threads, a power of two: 2 * size - 1 greetings in all.
__global__ void hello(unsigned size, unsigned depth) {
  std::printf("Recursion=%u: Hello World from thread %u block %u\n", depth, threadIdx.x,
              blockIdx.x);
  if (size == 1 || threadIdx.x > 0) return;
  hello<<<1, size / 2>>>(size / 2, depth + 1);
  std::printf("-------> nested execution depth: %u\n", depth + 1);
}
