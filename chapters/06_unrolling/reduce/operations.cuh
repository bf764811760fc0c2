// What elements are combined by. A sum of integers wraps, as unsigned ones do; the smaller of NaN
// and a number is the number, as with fminf.
#pragma once

#include <cuda/std/limits>

#include <type_traits>

namespace chapter_06 {

struct add {
  template <typename T>
  static constexpr T identity = T{0};

  template <typename T>
  static __device__ T combine(T a, T b) {
    if constexpr (std::is_integral_v<T>) {
      using bits = std::make_unsigned_t<T>;
      return static_cast<T>(static_cast<bits>(a) + static_cast<bits>(b));
    } else {
      return a + b;
    }
  }
};

struct minimum {
  template <typename T>
  static constexpr T identity = cuda::std::numeric_limits<T>::has_infinity
                                    ? cuda::std::numeric_limits<T>::infinity()
                                    : cuda::std::numeric_limits<T>::max();

  template <typename T>
  static __device__ T combine(T a, T b) {
    return min(a, b);
  }
};

struct maximum {
  template <typename T>
  static constexpr T identity = cuda::std::numeric_limits<T>::has_infinity
                                    ? -cuda::std::numeric_limits<T>::infinity()
                                    : cuda::std::numeric_limits<T>::lowest();

  template <typename T>
  static __device__ T combine(T a, T b) {
    return max(a, b);
  }
};

}  // namespace chapter_06
