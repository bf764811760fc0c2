// Where coordinates fall, how weights are formed and sums are rounded. The expected values are from
// the programming guide, where it has them, and otherwise from docs/data/h100_textures.csv.
#include "simt/textures/sample.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <limits>

#include "simt/textures/coordinates.hpp"
#include "simt/textures/srgb.hpp"
#include "simt/textures/weighted_sum.hpp"

using namespace lockstep::simt::textures;

namespace {

constexpr float infinite = std::numeric_limits<float>::infinity();

float rounded(const float (&values)[4], std::int32_t x, std::int32_t y) {
  return weighted_sum(values, four_shares(256, x, y), 27).rounded(24);
}

// Texels in the host's memory.
class host_memory final : public texel_memory {
 public:
  const std::byte* at(std::uint64_t address, std::uint32_t) override {
    return reinterpret_cast<const std::byte*>(address);
  }
};

texture row_of(const float* texels, std::int32_t count) {
  texture t;
  level l;
  l.address = reinterpret_cast<std::uint64_t>(texels);
  l.width = count;
  t.of.levels.push_back(l);
  t.address = {addressing::clamp, addressing::clamp, addressing::clamp};
  return t;
}

float read(const texture& t, float x) {
  host_memory memory;
  point p;
  p.at[0] = x;
  return std::bit_cast<float>(sample(t, p, memory)[0]);
}

TEST_CASE("wrapped coordinates come in again on the other side") {
  CHECK(nearest(-0.25f, 8, true, addressing::wrap).texel[0] == 6);
  CHECK(nearest(1.25f, 8, true, addressing::wrap).texel[0] == 2);
}

TEST_CASE("mirrored coordinates go back") {
  CHECK(nearest(-0.25f, 8, true, addressing::mirror).texel[0] == 1);
  CHECK(nearest(1.25f, 8, true, addressing::mirror).texel[0] == 5);
}

TEST_CASE("coordinates in texels are clamped where they cannot wrap around") {
  CHECK(nearest(-3, 8, false, addressing::wrap).texel[0] == 0);
  CHECK(nearest(9, 8, false, addressing::mirror).texel[0] == 7);
}

TEST_CASE("outside there is the border") {
  CHECK(nearest(-0.5f, 8, false, addressing::border).texel[0] == outside);
  CHECK(around(0.25f, 8, false, addressing::border).texel[0] == outside);
}

TEST_CASE("a weight has 8 bits, and halves are rounded up") {
  CHECK(around(2.5f, 8, false, addressing::clamp).weight == 0);
  CHECK(around(3.25f, 8, false, addressing::clamp).weight == 192);
  CHECK(around(2.5f + 1.5f / 256, 8, false, addressing::clamp).weight == 2);
}

TEST_CASE("normalised coordinates are cut off behind 21 bits") {
  const float above = 386.50001144f / 19 / 256;  // of a weight's step: rounded, it would be 387
  CHECK(around(above, 19, true, addressing::clamp).weight == ((386 - 128) & 255));
}

TEST_CASE("a clamped coordinate lies in a texel's centre") {
  CHECK(around(0.25f, 8, false, addressing::clamp).weight == 0);
}

TEST_CASE("the shares of four texels add up") {
  for (std::int32_t x = 0; x < 256; x += 3) {
    for (std::int32_t y = 0; y < 256; y += 5) {
      const four_shares s(256, x, y);
      CHECK(s.of[0] + s.of[1] + s.of[2] + s.of[3] == 256);
      CHECK(s.of[1] + s.of[3] == x);
    }
  }
}

TEST_CASE("a sum is rounded with halves away from zero") {
  // The first texel is cut off, since the second is larger by more than 28 bits.
  CHECK(rounded({1.6481470765938866e-06f, -608.1036987304688f, 0, 0}, 24, 0) ==
        -57.00972366333008f);
}

TEST_CASE("a texel without weight does not count, whatever it is") {
  CHECK(rounded({1.25f, infinite, 0, 0}, 0, 0) == 1.25f);
}

TEST_CASE("infinite texels stay infinite") {
  CHECK(rounded({1.25f, infinite, 0, 0}, 128, 0) == infinite);
}

TEST_CASE("a direction meets the face of its longest part") {
  CHECK(on_cube(1, 0.5f, -0.5f).face == 0);
  CHECK(on_cube(-1, 0.5f, -0.5f).face == 1);
  CHECK(on_cube(0, 1, 0).face == 2);
  CHECK(on_cube(0.25f, 0, -1).face == 5);
  CHECK(on_cube(0.25f, 0, -1).x == 0.375f);
}

TEST_CASE("bytes as sRGB become floats of few bits") {
  CHECK(linear_of_srgb(0) == 0);
  CHECK(linear_of_srgb(255) == 1);
  CHECK(linear_of_srgb(184) == std::bit_cast<float>(0x3ef60000u));
}

TEST_CASE("between the centres of texels a linear filter interpolates") {
  const float texels[] = {1, 3, 9};
  texture t = row_of(texels, 3);
  CHECK(read(t, 1.25f) == 3);
  t.linear = true;
  CHECK(read(t, 1.25f) == 2.5f);
  CHECK(read(t, -4) == 1);
}

TEST_CASE("what lies outside of linear memory reads as 0") {
  const float texels[] = {1, 3, 9};
  const texture t = row_of(texels, 3);
  host_memory memory;
  CHECK(std::bit_cast<float>(fetch(t, 2, memory)[0]) == 9);
  CHECK(fetch(t, 3, memory)[0] == 0);
  CHECK(fetch(t, -1, memory)[0] == 0);
}

}  // namespace
