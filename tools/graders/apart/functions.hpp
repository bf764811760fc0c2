// How both sides name a function of an interface. Its file NAME_calls.def lists them:
//
//   APART_FUNCTION(result, name, (parameters), what of each goes over the wire (wire.hpp)...)
//   APART_FUNCTION_TO_HOST(bytes, the same...): how many bytes of device memory may come to
//     the host in a call of it; few_bytes where nothing is said (grader/traffic.hpp). An expression
//     of the parameters.
//   APART_SPECIALISATION: as APART_FUNCTION, of a template's, such as add<int>
//   APART_CONSTANT(type, name)
//   #define APART_STANDARD_OUTPUT, if what the answer prints is its result
//   APART_KERNEL("mangled name", name, (parameters))
#pragma once

#include <cstdint>

namespace lockstep::apart {

// A flag, or a few numbers: too few to compute a result from.
constexpr std::uint64_t few_bytes = 64;
// What the host needs to add sums of blocks, of warps and of half warps, and the last tile, if it
// has fewer elements than the others. All elements do not fit, however they are packed.
constexpr std::uint64_t bytes_of_sums(std::uint64_t elements, std::uint64_t tile) {
  return (elements / 16 + tile) * 4;
}

// FNV-1a.
constexpr std::uint32_t hash(const char* text) {
  std::uint32_t value = 2166136261u;
  for (; *text != '\0'; ++text) value = (value ^ static_cast<unsigned char>(*text)) * 16777619u;
  return value;
}

}  // namespace lockstep::apart
