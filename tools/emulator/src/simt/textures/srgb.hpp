// sRGB to linear: the table of an H100's texture units (docs/data/h100_textures.csv). It has 7 or 8
// significant bits, and is not the curve rounded.
#pragma once

#include <cstdint>

namespace lockstep::simt::textures {

[[nodiscard]] float linear_of_srgb(std::uint8_t value);

}  // namespace lockstep::simt::textures
