// The sum of up to four weighted floats, as a texture unit forms it.
#pragma once

#include <cstdint>

namespace lockstep::simt::textures {

// Rounds halves up, or down.
constexpr std::int32_t share_up(std::int32_t product) { return (product + 128) >> 8; }
constexpr std::int32_t share_down(std::int32_t product) { return (product + 127) >> 8; }

// The parts of `share` (of 256) for the four texels around a point, x first, given the weights of
// the second ones along x and y. On an H100 they are whole numbers that add up to `share`.
struct four_shares {
  std::int32_t of[4];
  four_shares(std::int32_t share, std::int32_t x, std::int32_t y) {
    const std::int32_t right = share_up(share * x), left = share - right;
    const std::int32_t right_below = share_up(right * y), left_below = share_down(left * y);
    of[0] = left - left_below;
    of[1] = right - right_below;
    of[2] = left_below;
    of[3] = right_below;
  }
};

// An exact sum: significand * 2^exponent, or what no finite number is.
class weighted_sum {
 public:
  // Values are aligned to the largest of those that count, and cut off `kept` bits below its
  // leading one.
  weighted_sum(const float* values, const four_shares& shares, int kept);
  weighted_sum() = default;
  weighted_sum& operator+=(const weighted_sum& other);
  // Rounded to `bits` bits, halves away from zero.
  [[nodiscard]] float rounded(unsigned bits) const;

 private:
  __int128 significand_ = 0;
  int exponent_ = 0;
  float special_ = 0;  // infinite or not a number; 0: neither
};

}  // namespace lockstep::simt::textures
