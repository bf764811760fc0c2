// Places of variables side by side. Sizes and alignments are what a program's text says, so sums
// are kept in 64 bits (a variable has at most 2^40 bytes) and what is too large is refused by name.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "lockstep/protocol/phrase.hpp"
#include "ptx/syntax.hpp"
#include "simt/linking/demangle.hpp"
#include "simt/linking/kernel_facts.hpp"

namespace lockstep::simt {

// The most that a kernel or function may have. Accesses check the sizes that a device or a launch
// gives; these are only what the emulator is ready to reserve.
constexpr std::uint64_t most_shared_bytes = std::uint64_t{16} << 20;    // per block
constexpr std::uint64_t most_local_bytes = std::uint64_t{512} << 10;    // per thread, CUDA's own
constexpr std::uint64_t most_parameter_bytes = std::uint64_t{1} << 20;  // for calls, per thread

// Bytes between the local variables of a function and those of one that it calls, so that an index
// beyond the one does not reach the other.
constexpr std::uint32_t local_gap = 64;

inline std::uint64_t round_up(std::uint64_t value, std::uint64_t to) {
  return to <= 1 ? value : (value + to - 1) / to * to;
}

// Where `v` begins behind the `end` of those before it; `end` moves behind it.
inline std::uint64_t offset_behind(std::uint64_t& end, const ptx::variable& v,
                                   std::uint32_t least_alignment = 1) {
  const std::uint64_t begin = round_up(end, std::max(v.alignment, least_alignment));
  end = begin + v.size;
  return begin;
}

// A sum that is only reported: everything too large becomes the largest number.
inline std::uint32_t saturated(std::uint64_t bytes) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(bytes, UINT32_MAX));
}

inline void refuse_above(std::uint64_t bytes, std::uint64_t most, const char* what,
                         std::string_view function) {
  if (bytes > most)
    throw too_large(protocol::phrase("needs-too-much",
                                     "`{}` needs {} bytes of {}; there are {} at most",
                                     demangled(std::string(function)), bytes, what, most));
}

}  // namespace lockstep::simt
