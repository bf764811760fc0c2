// What the tests of cuda_fp16.h and cuda_bf16.h share: the two formats under the same names, and a
// comparison that says what is wrong once.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstring>
#include <vector>

#include "expect.hpp"
#include "small_floats_reference.hpp"

constexpr int ALL = 1 << 16;

// What differs by name only between the two formats of 16 bits.
template <typename H>
struct traits;

template <>
struct traits<__half> {
  using pair = __half2;
  static constexpr small_format FORMAT = HALF;
  static constexpr const char *NAME = "half", *PAIR_NAME = "half2";
  static __device__ __half from_bits(unsigned short bits) { return __ushort_as_half(bits); }
  static __device__ unsigned short bits(__half h) { return __half_as_ushort(h); }
  static __device__ float to_float(__half h) { return __half2float(h); }
  static __device__ __half2 both(__half low, __half high) { return __halves2half2(low, high); }
  static __device__ __half nearest(float x) { return __float2half_rn(x); }
  static __device__ __half zero(float x) { return __float2half_rz(x); }
  static __device__ __half down(float x) { return __float2half_rd(x); }
  static __device__ __half up(float x) { return __float2half_ru(x); }
  static __device__ __half of_double(double x) { return __double2half(x); }
  static __device__ __half of_int(int x) { return __int2half_rn(x); }
  static __device__ __half of_wide(long long x) { return __ll2half_rn(x); }
  static __device__ int to_int(__half h) { return __half2int_rn(h); }
  static __device__ int to_int_down(__half h) { return __half2int_rd(h); }
  static __device__ unsigned to_unsigned(__half h) { return __half2uint_rz(h); }
  static __device__ long long to_wide(__half h) { return __half2ll_rz(h); }
  static __device__ short to_short(__half h) { return __half2short_rn(h); }
};

template <>
struct traits<__nv_bfloat16> {
  using pair = __nv_bfloat162;
  static constexpr small_format FORMAT = BFLOAT16;
  static constexpr const char *NAME = "bfloat16", *PAIR_NAME = "bfloat162";
  static __device__ __nv_bfloat16 from_bits(unsigned short b) { return __ushort_as_bfloat16(b); }
  static __device__ unsigned short bits(__nv_bfloat16 h) { return __bfloat16_as_ushort(h); }
  static __device__ float to_float(__nv_bfloat16 h) { return __bfloat162float(h); }
  static __device__ __nv_bfloat162 both(__nv_bfloat16 low, __nv_bfloat16 high) {
    return __halves2bfloat162(low, high);
  }
  static __device__ __nv_bfloat16 nearest(float x) { return __float2bfloat16_rn(x); }
  static __device__ __nv_bfloat16 zero(float x) { return __float2bfloat16_rz(x); }
  static __device__ __nv_bfloat16 down(float x) { return __float2bfloat16_rd(x); }
  static __device__ __nv_bfloat16 up(float x) { return __float2bfloat16_ru(x); }
  static __device__ __nv_bfloat16 of_double(double x) { return __double2bfloat16(x); }
  static __device__ __nv_bfloat16 of_int(int x) { return __int2bfloat16_rn(x); }
  static __device__ __nv_bfloat16 of_wide(long long x) { return __ll2bfloat16_rn(x); }
  static __device__ int to_int(__nv_bfloat16 h) { return __bfloat162int_rn(h); }
  static __device__ int to_int_down(__nv_bfloat16 h) { return __bfloat162int_rd(h); }
  static __device__ unsigned to_unsigned(__nv_bfloat16 h) { return __bfloat162uint_rz(h); }
  static __device__ long long to_wide(__nv_bfloat16 h) { return __bfloat162ll_rz(h); }
  static __device__ short to_short(__nv_bfloat16 h) { return __bfloat162short_rn(h); }
};

inline bool same(double a, double b) {
  return std::isnan(a) ? std::isnan(b) : a == b && std::signbit(a) == std::signbit(b);
}

// Says what is wrong, once for each thing that is checked.
struct checker {
  const char* format;
  std::vector<const char*> failed = {};
  void operator()(bool holds, const char* what, double x, double y, double got) {
    if (holds) return;
    for (const char* name : failed)
      if (std::strcmp(name, what) == 0) return;
    failed.push_back(what);
    ++failures;
    std::printf("%s of %s at %a, %a gave %a\n", what, format, x, y, got);
  }
};
