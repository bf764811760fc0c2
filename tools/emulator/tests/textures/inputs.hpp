// Texels and points: the same on every machine.
#pragma once

#include <cstdint>
#include <vector>

#include "cases.hpp"

struct point {
  float x, y, z;
  int layer;
  float across[3], down[3];  // across[0]: the level, where that is asked for
};

std::uint32_t mixed(std::uint32_t x);
std::vector<unsigned char> texels(const texture_case& c, std::size_t count, std::uint32_t level);
std::vector<point> points(const texture_case& c, int count);
