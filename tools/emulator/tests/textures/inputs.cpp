#include "inputs.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

std::uint32_t mixed(std::uint32_t x) {
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  return x ^ x >> 16;
}

// Floats of all signs, with exponents that lie 8 apart, or 32.
std::vector<unsigned char> texels(const texture_case& c, std::size_t count, std::uint32_t level) {
  const std::size_t bytes = static_cast<std::size_t>(c.element.bits / 8);
  std::vector<unsigned char> all(count * c.element.channels * bytes);
  for (std::size_t i = 0; i < count * c.element.channels; ++i) {
    if (c.width == 256) {  // all values of a byte, in order
      all[i] = static_cast<unsigned char>(i / static_cast<std::size_t>(c.element.channels));
      continue;
    }
    std::uint32_t bits = mixed(static_cast<std::uint32_t>(i) + level * 0x10001u + 77);
    if (c.element.kind == cudaChannelFormatKindFloat && bytes == 4)
      bits = (bits & 0x807fffffu) | (c.wide ? 107 + (bits >> 24 & 31) : 124 + (bits >> 24 & 7))
                                        << 23;
    else if (c.element.kind == cudaChannelFormatKindFloat)
      bits = (bits & 0x83ffu) | (11 + (bits >> 24 & 7)) << 10;
    std::memcpy(&all[i * bytes], &bits, bytes);
  }
  return all;
}

namespace {

// Multiples of 1/512 and of 1/16 of a texel, on both sides of the texture; any float; any float
// within.
float coordinate(int i, int axis, int extent, bool normalised) {
  const std::uint32_t h = mixed(static_cast<std::uint32_t>(i * 4 + axis + 12345));
  const auto size = static_cast<std::uint32_t>(extent);
  const auto steps = [&](std::uint32_t step) {
    const auto at =
        static_cast<int>(h % (size * step * 7 / 2)) - static_cast<int>(size * step * 5 / 4);
    return static_cast<float>(at) / static_cast<float>(step);
  };
  float at = 0;
  switch (i & 3) {
    case 0:
      at = steps(512);
      break;
    case 1:
      at = steps(16);
      break;
    case 2:
      at = (static_cast<float>(h >> 8) / 16777216.0f * 3.5f - 1.25f) * static_cast<float>(extent);
      break;
    default:
      at = static_cast<float>(h % (size * 8192)) / 8192.0f;
  }
  return normalised ? at / static_cast<float>(extent) : at;
}

float part(int i, int axis, std::uint32_t seed) {
  return static_cast<float>(
             static_cast<std::int32_t>(mixed(static_cast<std::uint32_t>(i * 3 + axis) + seed))) /
         2147483648.0f;
}

}  // namespace

std::vector<point> points(const texture_case& c, int count) {
  std::vector<point> all(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    point& p = all[static_cast<std::size_t>(i)];
    const std::uint32_t h = mixed(static_cast<std::uint32_t>(i) + 999);
    if (c.of == shape::cube || c.of == shape::cubes) {
      const float scale = i % 4 == 1 ? 16.0f : 1.0f;
      p.x = part(i, 0, 0) * scale;
      p.y = part(i, 1, 0) * scale;
      p.z = part(i, 2, 0) * scale;
    } else if (c.read == how::fetch) {
      p.x = static_cast<float>(static_cast<int>(h % static_cast<unsigned>(c.width * 2)) -
                               c.width / 2);
    } else {
      p.x = coordinate(i, 0, c.width, c.normalised);
      p.y = coordinate(i, 1, std::max(c.height, 1), c.normalised);
      p.z = coordinate(i, 2, std::max(c.depth, 1), c.normalised);
    }
    p.layer = static_cast<int>(mixed(static_cast<std::uint32_t>(i) + 5) %
                               static_cast<unsigned>(c.depth + 3)) -
              1;
    for (int k = 0; k < 3; ++k) {
      const float size = static_cast<float>(c.width);
      p.across[k] = std::ldexp(part(i, k, 4242), static_cast<int>(h >> 16 & 7) - 3) / size;
      p.down[k] = std::ldexp(part(i, k, 777777), static_cast<int>(h >> 20 & 7) - 3) / size;
    }
    if (c.read == how::level) p.across[0] = part(i, 0, 31) * (i % 4 == 0 ? 1.0f : 4.0f) + 1.0f;
  }
  return all;
}
