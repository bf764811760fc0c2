// Ways that a thread can take: loops of whole numbers, so that a result is exactly right or wrong.
// A loop cannot be replaced by a predicate, and no two ways are the same code: their constants
// differ.
#pragma once

// A multiplier that is 1 more than a multiple of 4 and an odd addend give a generator of random
// numbers its full period (Knuth, volume 2, 3.2.1).
__host__ __device__ constexpr unsigned multiplier_of(unsigned way) { return 1664525 + 4 * way; }
__host__ __device__ constexpr unsigned addend_of(unsigned way) { return 1013904223 + 2 * way; }

// `rounds` steps of such a generator.
template <unsigned Way>
__device__ inline unsigned walk(unsigned x, unsigned rounds) {
  constexpr unsigned a = multiplier_of(Way), c = addend_of(Way);
#pragma unroll 1  // one branch per round, so that counts are easy to follow
  for (unsigned r = 0; r < rounds; ++r) x = x * a + c;
  return x;
}

// The host does not walk, it jumps: any number of steps x -> a * x + c is one step with other
// constants. So it knows millions of results in a moment, by another way than the device.
struct jump {
  unsigned a = 1, c = 0;  // no step
  unsigned operator()(unsigned x) const { return a * x + c; }
  jump then(jump next) const { return {next.a * a, next.a * c + next.c}; }
};

inline jump jump_of(unsigned way, unsigned rounds) {
  const jump step{multiplier_of(way), addend_of(way)};
  jump all;
  for (unsigned r = 0; r < rounds; ++r) all = all.then(step);
  return all;
}
