// Paths that a thread can take: loops of whole numbers, so that a result is exactly right or wrong.
// A loop cannot be replaced by a predicate, and no two paths are the same code: their constants
// differ.
#pragma once

// A multiplier that is 1 more than a multiple of 4 and an odd addend give a generator of random
// numbers its full period (Knuth, volume 2, 3.2.1).
__host__ __device__ constexpr unsigned multiplier_of(unsigned path) { return 1664525 + 4 * path; }
__host__ __device__ constexpr unsigned addend_of(unsigned path) { return 1013904223 + 2 * path; }

// `rounds` steps of such a generator.
template <unsigned Path>
__device__ inline unsigned run_path(unsigned x, unsigned rounds) {
  constexpr unsigned a = multiplier_of(Path), c = addend_of(Path);
#pragma unroll 1  // one branch per round, so that counts are easy to follow
  for (unsigned r = 0; r < rounds; ++r) x = x * a + c;
  return x;
}

// The host does not step, it jumps: any number of steps x -> a * x + c is one step with other
// constants. So it knows millions of results in a moment, by another method than the device.
struct jump {
  unsigned a = 1, c = 0;  // no step
  unsigned operator()(unsigned x) const { return a * x + c; }
  jump then(jump next) const { return {next.a * a, next.a * c + next.c}; }
};

inline jump jump_of(unsigned path, unsigned rounds) {
  const jump step{multiplier_of(path), addend_of(path)};
  jump all;
  for (unsigned r = 0; r < rounds; ++r) all = all.then(step);
  return all;
}
