// From a coordinate to the texels that it falls between.
#pragma once

#include <cstdint>

#include "simt/textures/texture.hpp"

namespace lockstep::simt::textures {

constexpr std::int32_t outside = -1;  // the border

// Along one axis: two neighbouring texels, and the weight of the second in 1/256.
struct neighbours {
  std::int32_t texel[2] = {0, 0};
  std::int32_t weight = 0;
};

// The texel in which the coordinate lies, twice.
[[nodiscard]] neighbours nearest(float coordinate, std::int32_t size, bool normalised,
                                 addressing mode);
// The texels whose centres lie on both sides of it.
[[nodiscard]] neighbours around(float coordinate, std::int32_t size, bool normalised,
                                addressing mode);

// A direction as a face of a cube (+x, -x, +y, -y, +z, -z) and normalised coordinates on it.
struct place_on_cube {
  std::uint32_t face;
  float x, y;
};
[[nodiscard]] place_on_cube on_cube(float x, float y, float z);

}  // namespace lockstep::simt::textures
