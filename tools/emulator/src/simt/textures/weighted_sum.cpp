#include "simt/textures/weighted_sum.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace lockstep::simt::textures {
namespace {

// A finite float as sign, significand of 24 bits and the exponent of its leading bit.
struct parts {
  bool negative;
  std::uint32_t significand;
  int exponent;

  explicit parts(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    negative = bits >> 31 != 0;
    significand = bits & 0x7fffff;
    exponent = static_cast<int>(bits >> 23 & 0xff) - 127;
    if (exponent != -127) {
      significand |= 0x800000;
    } else if (significand != 0) {  // subnormal
      const int missing = std::countl_zero(significand) - 8;
      significand <<= missing;
      exponent = -126 - missing;
    }
  }
};

int length_of(unsigned __int128 value) {
  const auto high = static_cast<std::uint64_t>(value >> 64);
  return high != 0 ? 128 - std::countl_zero(high)
                   : 64 - std::countl_zero(static_cast<std::uint64_t>(value));
}

}  // namespace

weighted_sum::weighted_sum(const float* values, const four_shares& shares, int kept) {
  constexpr int nothing = -1000;
  int top = nothing;
  for (unsigned i = 0; i < 4; ++i) {
    if (shares.of[i] == 0 || values[i] == 0) continue;
    if (std::isfinite(values[i]))
      top = std::max(top, parts(values[i]).exponent);
    else
      special_ += values[i];
  }
  if (special_ != 0 || top == nothing) return;
  exponent_ = top - kept - 8;
  std::int64_t sum = 0;
  for (unsigned i = 0; i < 4; ++i) {
    if (shares.of[i] == 0 || values[i] == 0) continue;
    const parts p(values[i]);
    const int shift = kept - 23 - (top - p.exponent);
    const std::int64_t aligned = shift >= 0    ? std::int64_t{p.significand} << shift
                                 : shift < -31 ? 0
                                               : p.significand >> -shift;
    sum += shares.of[i] * (p.negative ? -aligned : aligned);
  }
  significand_ = sum;
}

weighted_sum& weighted_sum::operator+=(const weighted_sum& other) {
  special_ += other.special_;
  if (other.significand_ == 0) return *this;
  if (significand_ == 0) {
    significand_ = other.significand_;
    exponent_ = other.exponent_;
    return *this;
  }
  constexpr int widest = 60;
  weighted_sum high = *this, low = other;
  if (high.exponent_ < low.exponent_) std::swap(high, low);
  int apart = high.exponent_ - low.exponent_;
  if (apart > widest) {  // of what lies so far below only the sign still counts
    low.significand_ = (low.significand_ >> std::min(apart - widest, 100)) | 1;
    low.exponent_ = high.exponent_ - widest;
    apart = widest;
  }
  significand_ = high.significand_ * (__int128{1} << apart) + low.significand_;
  exponent_ = low.exponent_;
  return *this;
}

float weighted_sum::rounded(unsigned bits) const {
  if (special_ != 0) return special_;
  if (significand_ == 0) return 0;
  const bool negative = significand_ < 0;
  auto size = static_cast<unsigned __int128>(negative ? -significand_ : significand_);
  int exponent = exponent_, excess = length_of(size) - static_cast<int>(bits);
  if (bits == 11) excess = std::max(excess, -24 - exponent);  // halves end at 2^-24
  if (excess > 0) {
    size = (size + (static_cast<unsigned __int128>(1) << (excess - 1))) >> excess;
    exponent += excess;
  }
  const float value = std::ldexp(static_cast<float>(static_cast<std::uint64_t>(size)), exponent);
  return negative ? -value : value;
}

}  // namespace lockstep::simt::textures
