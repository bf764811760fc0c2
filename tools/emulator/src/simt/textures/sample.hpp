// Reading a texture at a point: filters, layers, faces, levels of detail.
#pragma once

#include "simt/textures/texture.hpp"

namespace lockstep::simt::textures {

enum class detail : std::uint8_t { none, level, gradient };

struct point {
  float at[3] = {0, 0, 0};
  std::uint32_t layer = 0;
  detail by = detail::none;
  float level = 0;
  float across[3] = {0, 0, 0}, down[3] = {0, 0, 0};  // gradients
};

[[nodiscard]] texel sample(const texture& t, const point& p, texel_memory& memory);

// One channel of the four texels that a filter would read: below left, below right, above right,
// above left, where y grows downwards.
[[nodiscard]] texel gather(const texture& t, const point& p, unsigned channel,
                           texel_memory& memory);

// A texel of linear memory; zeros if there is none.
[[nodiscard]] texel fetch(const texture& t, std::int32_t index, texel_memory& memory);

}  // namespace lockstep::simt::textures
