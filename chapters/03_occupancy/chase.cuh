// How long one load takes: each address comes from the load before, so nothing overlaps.
#pragma once

#include <lockstep/lockstep.hpp>

#include <cstdint>
#include <vector>

// A line of 128 bytes holds one link, its first word.
constexpr unsigned WORDS_PER_LINE = 32;

// The line after line i on a walk that meets each of `lines` (a power of two) once, in an order
// that nothing foresees: a linear congruential generator of full period.
constexpr unsigned line_after(unsigned i, unsigned lines) {
  return (i * 1664525u + 1013904223u) & (lines - 1);
}

inline std::vector<unsigned> chain_of(unsigned lines) {
  std::vector<unsigned> words(std::size_t{lines} * WORDS_PER_LINE, 0);
  for (unsigned i = 0; i < lines; ++i)
    words[std::size_t{i} * WORDS_PER_LINE] = line_after(i, lines);
  return words;
}

// Launch by one thread. Follows `steps` links from line `first`; *last is where it arrives,
// *cycles what it took.
__global__ void chase(const unsigned* words, unsigned first, unsigned steps, unsigned* last,
                      long long* cycles) {
  unsigned line = first;
  const long long began = clock64();
  for (unsigned i = 0; i < steps; ++i) line = words[std::size_t{line} * WORDS_PER_LINE];
  *last = line;
  *cycles = clock64() - began;
}
