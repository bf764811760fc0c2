// Floating-point modifiers: rounding, flush to zero, saturation. Carried in step::immediate.
#pragma once

#include <cfenv>
#include <cmath>
#include <cstdint>
#include <limits>

#include "ptx/program.hpp"
#include "simt/semantics/lanes.hpp"

namespace lockstep::simt::LOCKSTEP_ISA {

enum float_flags : std::uint64_t {
  round_zero = 1,
  round_down = 2,
  round_up = 3,
  rounding_bits = 3,
  flag_ftz = 4,
  flag_sat = 8
};

inline std::uint64_t float_flags_of(const ptx::decoded& i) {
  using ptx::word;
  std::uint64_t flags = 0;
  if (i.has(word::rz)) flags |= round_zero;
  if (i.has(word::rm)) flags |= round_down;
  if (i.has(word::rp)) flags |= round_up;
  if (i.has(word::ftz)) flags |= flag_ftz;
  if (i.has(word::sat)) flags |= flag_sat;
  return flags;
}

template <class T>
inline T flushed(T x) {
  return std::fpclassify(x) == FP_SUBNORMAL ? std::copysign(T{0}, x) : x;
}

template <class T>
inline T saturated(T x) {
  return x >= T{1} ? T{1} : x > T{0} ? x : T{0};  // NaN becomes 0
}

// Sets the host's rounding for its lifetime. The operations between must go through `opaque`, so
// that the compiler neither moves nor folds them.
class rounding_scope {
 public:
  explicit rounding_scope(std::uint64_t flags) : before_(std::fegetround()) {
    constexpr int modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};
    std::fesetround(modes[flags & rounding_bits]);
  }
  ~rounding_scope() { std::fesetround(before_); }
  rounding_scope(const rounding_scope&) = delete;
  rounding_scope& operator=(const rounding_scope&) = delete;

 private:
  int before_;
};

template <class T>
inline T opaque(T x) {
  asm volatile("" : "+m"(x)::"memory");
  return x;
}

}  // namespace lockstep::simt::LOCKSTEP_ISA
