#include "simt/textures/coordinates.hpp"

#include <algorithm>
#include <cmath>

namespace lockstep::simt::textures {
namespace {

// An H100 keeps 21 bits behind the point of a normalised coordinate, and cuts off the rest.
constexpr unsigned fraction_bits = 21;
constexpr unsigned weight_bits = 8;
constexpr double largest = 1e9;  // beyond it all texels are equally far away

double limited(float coordinate) {
  return std::isnan(coordinate) ? 0 : std::clamp<double>(coordinate, -largest, largest);
}

// Without a call of the library, which baseline x86-64 has no instruction for.
std::int64_t floor_of(double value) {
  const auto whole = static_cast<std::int64_t>(value);
  return whole - (static_cast<double>(whole) > value ? 1 : 0);
}

std::int64_t fixed(float normalised) {
  return floor_of(limited(normalised) * (1 << fraction_bits));
}

std::int32_t positive_remainder(std::int64_t i, std::int64_t n) {
  const std::int64_t rest = i % n;
  return static_cast<std::int32_t>(rest < 0 ? rest + n : rest);
}

std::int32_t addressed(std::int64_t i, std::int32_t size, addressing mode) {
  switch (mode) {
    case addressing::wrap:
      return positive_remainder(i, size);
    case addressing::mirror: {
      const std::int32_t at = positive_remainder(i, 2 * std::int64_t{size});
      return at < size ? at : 2 * size - 1 - at;
    }
    case addressing::border:
      return i < 0 || i >= size ? outside : static_cast<std::int32_t>(i);
    default:
      return static_cast<std::int32_t>(std::clamp<std::int64_t>(i, 0, size - 1));
  }
}

// Only normalised coordinates wrap around or are mirrored.
addressing in_force(addressing mode, bool normalised) {
  return normalised || mode == addressing::border ? mode : addressing::clamp;
}

}  // namespace

neighbours nearest(float coordinate, std::int32_t size, bool normalised, addressing mode) {
  const std::int64_t i =
      normalised ? (fixed(coordinate) * size) >> fraction_bits : floor_of(limited(coordinate));
  const std::int32_t at = addressed(i, size, in_force(mode, normalised));
  return {{at, at}, 0};
}

neighbours around(float coordinate, std::int32_t size, bool normalised, addressing mode) {
  constexpr std::int64_t half_texel = 1 << (weight_bits - 1);
  constexpr std::int64_t half_step = 1 << (fraction_bits - weight_bits - 1);
  const std::int64_t steps =
      (normalised ? (fixed(coordinate) * size + half_step) >> (fraction_bits - weight_bits)
                  : floor_of(limited(coordinate) * (1 << weight_bits) + 0.5)) -
      half_texel;
  const std::int64_t first = steps >> weight_bits;
  mode = in_force(mode, normalised);
  neighbours n{{addressed(first, size, mode), addressed(first + 1, size, mode)},
               static_cast<std::int32_t>(steps & ((1 << weight_bits) - 1))};
  // A coordinate that is clamped lies in a texel's centre.
  if (mode == addressing::clamp && n.texel[0] == n.texel[1]) n.weight = 0;
  return n;
}

place_on_cube on_cube(float x, float y, float z) {
  const float ax = std::fabs(x), ay = std::fabs(y), az = std::fabs(z);
  // An H100 multiplies by half of the reciprocal.
  const auto face = [](std::uint32_t number, float across, float down, float length) {
    const float scale = 0.5f / length;
    return place_on_cube{number, across * scale + 0.5f, down * scale + 0.5f};
  };
  if (az >= ax && az >= ay) return std::signbit(z) ? face(5, -x, -y, az) : face(4, x, -y, az);
  if (ay >= ax) return std::signbit(y) ? face(3, x, -z, ay) : face(2, x, z, ay);
  return std::signbit(x) ? face(1, z, -y, ax) : face(0, -z, -y, ax);
}

}  // namespace lockstep::simt::textures
