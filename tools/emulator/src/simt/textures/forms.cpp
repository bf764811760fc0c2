#include "simt/textures/actions.hpp"

namespace lockstep::simt::textures {
namespace {

std::uint64_t packed(const geometry& g) {
  return g.dimensions | std::uint64_t{g.layered} << 2 | std::uint64_t{g.cube} << 3;
}
geometry geometry_in(std::uint64_t x) {
  return {static_cast<std::uint8_t>(x & 3), (x & 4) != 0, (x & 8) != 0};
}

}  // namespace

std::uint64_t texture_form::pack() const {
  return packed(shape) | static_cast<std::uint64_t>(by) << 8 | std::uint64_t{by_index} << 16 |
         std::uint64_t{channel} << 24;
}
texture_form texture_form::unpack(std::uint64_t x) {
  return {geometry_in(x), static_cast<detail>(x >> 8 & 0xff), (x >> 16 & 1) != 0,
          static_cast<std::uint8_t>(x >> 24)};
}

std::uint64_t surface_form::pack() const {
  return packed(shape) | static_cast<std::uint64_t>(at) << 8 | std::uint64_t{bytes} << 16 |
         std::uint64_t{elements} << 24;
}
surface_form surface_form::unpack(std::uint64_t x) {
  return {geometry_in(x), static_cast<boundary>(x >> 8 & 0xff), static_cast<std::uint8_t>(x >> 16),
          static_cast<std::uint8_t>(x >> 24)};
}

}  // namespace lockstep::simt::textures
