// Instructions that read textures and read or write surfaces (PTX ISA 9.7.10, 9.7.11), lane by
// lane.
#pragma once

#include <cstdint>

#include "simt/state/warp.hpp"
#include "simt/textures/sample.hpp"

namespace lockstep::simt::textures {

// A geometry as PTX writes it: 2d, a2d, cube, acube, ...
struct geometry {
  std::uint8_t dimensions = 1;  // of a layer or face
  bool layered = false, cube = false;
  // Coordinates, without the layer.
  unsigned coordinates() const { return cube ? 3 : dimensions; }
};

// In step::immediate; step::a is the object's row (8 bytes). code::row_lists[step::extra]: the
// layer, the coordinates, the level or the gradients, and last the four channels.
struct texture_form {
  geometry shape;
  detail by = detail::none;
  bool by_index = false;  // coordinates are integers
  std::uint8_t channel = 0;
  std::uint64_t pack() const;
  static texture_form unpack(std::uint64_t x);
};
const step* read_texture(warp& w, const step* s);    // tex
const step* gather_texture(warp& w, const step* s);  // tld4

// What becomes of an access outside.
enum class boundary : std::uint8_t { trap, clamp, zero };

// The same, without a level: coordinates are integers, the first one in bytes. Last in the row
// list: the elements.
struct surface_form {
  geometry shape;
  boundary at = boundary::trap;
  std::uint8_t bytes = 4;  // of an element: 1, 2, 4, 8
  std::uint8_t elements = 1;
  std::uint64_t pack() const;
  static surface_form unpack(std::uint64_t x);
};
const step* load_surface(warp& w, const step* s);   // suld.b
const step* store_surface(warp& w, const step* s);  // sust.b

// step::a the object, step::d the result (4 bytes), in step::immediate what is asked.
enum class query : std::uint8_t { width, height, depth, layers, levels };
const step* query_texture(warp& w, const step* s);  // txq
const step* query_surface(warp& w, const step* s);  // suq

}  // namespace lockstep::simt::textures
