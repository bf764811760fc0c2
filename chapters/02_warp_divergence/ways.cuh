// Ways that a thread can take: loops of whole numbers, so that a result is exactly right or wrong.
// A loop cannot be replaced by a predicate, and no two ways are the same code: their constants
// differ.
#pragma once

// `rounds` steps of a generator of random numbers. A multiplier that is 1 more than a multiple of 4
// and an odd addend give it its full period (Knuth, volume 2, 3.2.1).
template <unsigned Way>
__host__ __device__ inline unsigned walk(unsigned x, unsigned rounds) {
#ifdef __CUDA_ARCH__
#pragma unroll 1  // one branch per round, so that counts are easy to follow
#endif
  for (unsigned r = 0; r < rounds; ++r) x = x * (1664525 + 4 * Way) + (1013904223 + 2 * Way);
  return x;
}
