#include "simt/textures/weighted_sum.hpp"

#include <algorithm>
#include <cmath>

namespace lockstep::simt::textures {

weighted_sum::weighted_sum(const float* values, const four_shares& shares, unsigned bits) {
  constexpr int nothing = -1000;
  int top = nothing;
  for (unsigned i = 0; i < 4; ++i) {
    if (shares.of[i] == 0 || values[i] == 0) continue;
    if (!std::isfinite(values[i]))
      special_ += values[i];
    else
      top = std::max(top, std::ilogb(values[i]));
  }
  if (special_ != 0 || top == nothing) return;
  const int kept = static_cast<int>(bits) + 3;
  exponent_ = top - kept - 8;
  for (unsigned i = 0; i < 4; ++i)
    significand_ +=
        std::int64_t{shares.of[i]} *
        static_cast<std::int64_t>(std::trunc(std::ldexp(double{values[i]}, kept - top)));
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
    low.significand_ = (low.significand_ >> (apart - widest)) | 1;
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
  int length = 0;
  for (auto rest = size; rest != 0; rest >>= 1) ++length;
  int exponent = exponent_, excess = length - static_cast<int>(bits);
  if (bits == 11) excess = std::max(excess, -24 - exponent);  // halves end at 2^-24
  if (excess > 0) {
    size = (size + (static_cast<unsigned __int128>(1) << (excess - 1))) >> excess;
    exponent += excess;
  }
  const auto value = static_cast<float>(
      std::ldexp(static_cast<double>(static_cast<std::uint64_t>(size)), exponent));
  return negative ? -value : value;
}

}  // namespace lockstep::simt::textures
