// What one warp-level memory access costs: sectors of global memory, passes through the banks of
// shared memory.
#pragma once

#include <cstdint>

namespace lockstep::metrics {

// Number of 32-byte sectors that the lanes of `active` touch, `bytes` bytes each at address[lane]
// (naturally aligned, or a vector of such). Source: CUDA C++ Best Practices Guide, "Coalesced
// access to global memory"; verified against ncu's l1tex__t_sectors.
std::uint32_t sectors(const std::uint64_t* address, std::uint32_t active, std::uint32_t bytes);

// Number of different addresses among address[lane] of the lanes of `active`. As accesses of one
// request have one size and natural alignment, those that are not at the same address do not
// overlap.
std::uint32_t different_addresses(const std::uint64_t* address, std::uint32_t active);

// Passes beyond those needed without bank conflicts: 32 banks of 4-byte words; lanes that read the
// same word share a pass. Accesses of 8 (16) bytes are served by half (quarter) warps.
std::uint32_t bank_conflicts(const std::uint64_t* address, std::uint32_t active,
                             std::uint32_t bytes);

// The same where each half of the warp wants 4-byte words side by side: `words` of them (1 to 16)
// from number `word` on.
struct words_of_half {
  std::uint64_t word;
  unsigned words;
};
constexpr std::uint32_t bank_conflicts(words_of_half a, words_of_half b) {
  if (a.word > b.word) return bank_conflicts(b, a);
  const std::uint64_t apart = b.word - a.word;
  if (apart + b.words <= 32) return 0;  // words in one bank are one word
  const std::uint64_t banks = apart % 32;
  return banks < a.words || banks + b.words > 32 ? 1 : 0;
}

}  // namespace lockstep::metrics
