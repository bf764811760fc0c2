// Conversions of cuda_fp16.h, cuda_bf16.h and cuda_fp8.h: from every number of 16 and 8 bits, and
// from numbers near and between them, in every rounding, against exact values of the host.
#include <lockstep/buffer.hpp>

#include <cuda_fp8.h>

#include <random>

#include "small_floats.hpp"

using lockstep::device_buffer;

namespace {

// Conversions from and to other types.
struct conversion {
  float as_float;
  int as_int, as_int_down;
  unsigned as_unsigned;
  long long as_wide;
  short as_short;
  unsigned short nearest, zero, down, up, of_double, of_int, of_wide;
};

template <typename H>
__global__ void conversions(const float* numbers, const int* integers, conversion* out) {
  using T = traits<H>;
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const H x = T::from_bits(static_cast<unsigned short>(i));
  const float number = numbers[i];
  conversion& r = out[i];
  r.as_float = T::to_float(x);
  r.as_int = T::to_int(x);
  r.as_int_down = T::to_int_down(x);
  r.as_unsigned = T::to_unsigned(x);
  r.as_wide = T::to_wide(x);
  r.as_short = T::to_short(x);
  r.nearest = T::bits(T::nearest(number));
  r.zero = T::bits(T::zero(number));
  r.down = T::bits(T::down(number));
  r.up = T::bits(T::up(number));
  // With more digits than float has: rounding must happen once.
  r.of_double = T::bits(T::of_double(number * (1 + 0x1p-40)));
  r.of_int = T::bits(T::of_int(integers[i]));
  r.of_wide = T::bits(T::of_wide(integers[i] * 0x100001ll));
}

// A number of floating point as an integer of the device: what does not fit becomes the nearest
// that does; NaN is not checked, since it depends on the width.
template <typename I>
I clamped(double x) {
  if (x >= static_cast<double>(std::numeric_limits<I>::max())) return std::numeric_limits<I>::max();
  if (x <= static_cast<double>(std::numeric_limits<I>::min())) return std::numeric_limits<I>::min();
  return static_cast<I>(x);
}

template <typename H>
void test_conversions() {
  std::mt19937 random(7);
  const small_format& format = traits<H>::FORMAT;
  std::vector<float> numbers(ALL);
  std::vector<int> integers(ALL);
  for (unsigned i = 0; i < ALL; ++i) {
    // Near every number of the format, half way to its neighbour, and anywhere.
    const double x = decode(i, format);
    const std::uint32_t bits = random();
    float any;
    std::memcpy(&any, &bits, sizeof any);
    const float half_way = static_cast<float>(x + ulp(x, format) / 2);
    numbers[i] = i % 4 == 0   ? half_way
                 : i % 4 == 1 ? std::nextafter(half_way, 0.0f)
                 : i % 4 == 2 ? static_cast<float>(x * 1.3)
                              : any;
    integers[i] = static_cast<int>(random()) >> random() % 31;
  }
  const device_buffer<float> in(numbers);
  const device_buffer<int> in_integers(integers);
  device_buffer<conversion> out(ALL);
  conversions<H><<<ALL / 128, 128>>>(in.data(), in_integers.data(), out.data());
  const std::vector<conversion> got = out.download();
  checker check{traits<H>::NAME};
  for (unsigned i = 0; i < ALL; ++i) {
    const conversion& r = got[i];
    const double x = decode(i, format), number = numbers[i];
    check(same(r.as_float, x), "to float", x, 0, r.as_float);
    if (!std::isnan(x)) {
      check(r.as_int == clamped<int>(std::nearbyint(x)), "to int", x, 0, r.as_int);
      check(r.as_int_down == clamped<int>(std::floor(x)), "to int, down", x, 0, r.as_int_down);
      check(r.as_unsigned == clamped<unsigned>(std::trunc(x)), "to unsigned", x, 0, r.as_unsigned);
      check(r.as_wide == clamped<long long>(std::trunc(x)), "to long long", x, 0,
            static_cast<double>(r.as_wide));
      check(r.as_short == clamped<short>(std::nearbyint(x)), "to short", x, 0, r.as_short);
    }
    const auto converted = [&](unsigned short bits, double value, rounding mode, const char* what) {
      const double y = decode(bits, format);
      check(same(y, round_to(value, format, mode)), what, value, 0, y);
    };
    converted(r.nearest, number, rounding::nearest, "from float");
    converted(r.zero, number, rounding::zero, "from float, to zero");
    converted(r.down, number, rounding::down, "from float, down");
    converted(r.up, number, rounding::up, "from float, up");
    converted(r.of_double, number * (1 + 0x1p-40), rounding::nearest, "from double");
    converted(r.of_int, integers[i], rounding::nearest, "from int");
    converted(r.of_wide, static_cast<double>(integers[i] * 0x100001ll), rounding::nearest,
              "from long long");
  }
}

// fp8: each of the 256 numbers to wider types, and rounding from float, half and double.
struct eighth {
  float wide, wide_too;
  unsigned char saturated, plain, of_half, of_double;
};

template <typename FP8, __nv_fp8_interpretation_t KIND>
__global__ void fp8(const float* numbers, eighth* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  FP8 value;
  value.__x = static_cast<unsigned char>(i);
  const __half_raw half = __nv_cvt_fp8_to_halfraw(value.__x, KIND);
  out[i] = {static_cast<float>(value),
            __half2float(__half(half)),
            FP8(numbers[i]).__x,
            __nv_cvt_float_to_fp8(numbers[i], __NV_NOSAT, KIND),
            __nv_cvt_halfraw_to_fp8(__float2half_rn(numbers[i]), __NV_SATFINITE, KIND),
            __nv_cvt_double_to_fp8(numbers[i], __NV_SATFINITE, KIND)};
}

template <typename FP8, __nv_fp8_interpretation_t KIND>
void test_fp8(const char* name, const small_format& format) {
  std::mt19937 random(13);
  std::vector<float> numbers(1 << 14);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const double x = decode(i % 256, format);
    numbers[i] = static_cast<float>(x + ulp(x, format) * static_cast<int>(random() % 17 - 8) / 8);
    if (i % 16 == 5) numbers[i] = std::ldexp(static_cast<float>(random()), random() % 300 - 200);
  }
  const int count = static_cast<int>(numbers.size());
  const device_buffer<float> in(numbers);
  device_buffer<eighth> out(count);
  fp8<FP8, KIND><<<count / 128, 128>>>(in.data(), out.data(), count);
  const std::vector<eighth> got = out.download();
  checker check{name};
  for (int i = 0; i < count; ++i) {
    const eighth& r = got[i];
    const double x = decode(i % 256, format), number = numbers[i];
    check(same(r.wide, x) && same(r.wide_too, x), "to float", x, 0, r.wide);
    // Saturating, what is too large becomes the largest number, infinity too.
    const auto saturated = [&](double value) {
      const double rounded = round_to(value, format);
      return std::fabs(rounded) > format.largest ? std::copysign(format.largest, value) : rounded;
    };
    const double plain = round_to(number, format);
    const auto is = [&](unsigned char bits, double want, const char* what) {
      check(same(decode(bits, format), want), what, number, want, decode(bits, format));
    };
    is(r.saturated, saturated(number), "from float");
    is(r.plain, std::isinf(plain) && !format.has_infinity ? std::nan("") : plain,
       "from float, not saturated");
    is(r.of_half, saturated(round_to(number, HALF)), "from half");
    is(r.of_double, saturated(number), "from double");
  }
}

}  // namespace

int main() {
  test_conversions<__half>();
  test_conversions<__nv_bfloat16>();
  test_fp8<__nv_fp8_e4m3, __NV_E4M3>("e4m3", E4M3);
  test_fp8<__nv_fp8_e5m2, __NV_E5M2>("e5m2", E5M2);
  return result();
}
