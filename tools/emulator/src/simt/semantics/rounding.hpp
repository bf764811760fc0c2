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
  flag_sat = 8,
  integral_shift = 4,  // 0 nearest even, 1 to zero, 2 down, 3 up
  flag_whole = 64,     // float to float with .rni, .rzi, .rmi or .rpi
  flag_relu = 128,
  flag_satfinite = 256,
  flag_away = 512,  // .rna: of nearest
};

inline std::uint64_t float_flags_of(const ptx::decoded& i) {
  using ptx::word;
  std::uint64_t flags = 0;
  const auto set = [&](word w, std::uint64_t flag) {
    if (i.has(w)) flags |= flag;
  };
  set(word::rz, round_zero);
  set(word::rm, round_down);
  set(word::rp, round_up);
  set(word::rna, flag_away);
  set(word::ftz, flag_ftz);
  set(word::sat, flag_sat);
  set(word::relu, flag_relu);
  set(word::satfinite, flag_satfinite);
  set(word::rni, flag_whole);
  set(word::rzi, flag_whole | std::uint64_t{1} << integral_shift);
  set(word::rmi, flag_whole | std::uint64_t{2} << integral_shift);
  set(word::rpi, flag_whole | std::uint64_t{3} << integral_shift);
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

template <class T>
inline T rectified(T x) {       // .relu
  return x <= T{0} ? T{0} : x;  // NaN stays
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
