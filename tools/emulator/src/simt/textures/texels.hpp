// What a texel's bits mean.
#pragma once

#include <cstdint>

#include "simt/textures/texture.hpp"

namespace lockstep::simt::textures {

// Its channels as they come into registers; missing ones are 0.
[[nodiscard]] texel read_texel(const texture& t, const std::byte* from);
[[nodiscard]] texel border_texel(const texture& t);

// Whether the channel is filtered as a fraction in 16 bits, and that fraction.
[[nodiscard]] bool is_fraction(const texture& t, unsigned channel);
[[nodiscard]] std::int32_t read_fraction(const texture& t, unsigned channel, const std::byte* from);
[[nodiscard]] std::int32_t border_fraction(const texture& t, unsigned channel);
// A fraction in 16 bits as a float.
[[nodiscard]] float from_fraction(const texture& t, std::int64_t fraction);

// How floats are filtered: bits of the result's significand, and how many bits below the leading
// one of the largest texel count of the others.
struct precision {
  unsigned result;
  int aligned;
};
[[nodiscard]] precision precision_of(const texture& t, unsigned channel);

}  // namespace lockstep::simt::textures
