// Functions of cuda_fp16.h and cuda_bf16.h at every number of 16 bits, arithmetic and comparisons
// of many pairs of them, against exact values of the host.
#include <lockstep/buffer.hpp>

#include <algorithm>
#include <random>

#include "small_floats.hpp"

using lockstep::device_buffer;

namespace {

// Functions of one number, applied to all there are; also as the upper part of a pair.
constexpr int FUNCTIONS = 18;

template <typename H>
__global__ void functions(unsigned short* out, unsigned short* of_pair) {
  using T = traits<H>;
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const H x = T::from_bits(static_cast<unsigned short>(i));
  const auto x2 = T::both(T::from_bits(0x3c00), x);
  const H results[FUNCTIONS] = {hsqrt(x), hrsqrt(x), hrcp(x),   hexp(x),  hexp2(x),  hexp10(x),
                                hlog(x),  hlog2(x),  hlog10(x), hsin(x),  hcos(x),   htanh(x),
                                hceil(x), hfloor(x), htrunc(x), hrint(x), __hneg(x), __habs(x)};
  const typename T::pair pairs[FUNCTIONS] = {
      h2sqrt(x2), h2rsqrt(x2), h2rcp(x2),   h2exp(x2),  h2exp2(x2),  h2exp10(x2),
      h2log(x2),  h2log2(x2),  h2log10(x2), h2sin(x2),  h2cos(x2),   h2tanh(x2),
      h2ceil(x2), h2floor(x2), h2trunc(x2), h2rint(x2), __hneg2(x2), __habs2(x2)};
  for (int f = 0; f < FUNCTIONS; ++f) {
    out[f * ALL + i] = T::bits(results[f]);
    of_pair[f * ALL + i] = T::bits(pairs[f].y);
  }
}

template <typename H>
void test_functions() {
  // The last ones are exact, and the first ones rounded right; between, a unit of error is allowed.
  const struct {
    const char* name;
    double (*exact)(double);
    int ulps;
  } wanted[FUNCTIONS] = {
      {"hsqrt", [](double x) { return std::sqrt(x); }, 0},
      {"hrsqrt", [](double x) { return 1 / std::sqrt(x); }, 1},
      {"hrcp", [](double x) { return 1 / x; }, 0},
      {"hexp", [](double x) { return std::exp(x); }, 1},
      {"hexp2", [](double x) { return std::exp2(x); }, 1},
      {"hexp10", [](double x) { return std::pow(10.0, x); }, 1},
      {"hlog", [](double x) { return std::log(x); }, 1},
      {"hlog2", [](double x) { return std::log2(x); }, 1},
      {"hlog10", [](double x) { return std::log10(x); }, 1},
      {"hsin", [](double x) { return std::sin(x); }, 1},
      {"hcos", [](double x) { return std::cos(x); }, 1},
      {"htanh", [](double x) { return std::tanh(x); }, 1},
      {"hceil", [](double x) { return std::ceil(x); }, 0},
      {"hfloor", [](double x) { return std::floor(x); }, 0},
      {"htrunc", [](double x) { return std::trunc(x); }, 0},
      {"hrint", [](double x) { return std::nearbyint(x); }, 0},
      {"hneg", [](double x) { return -x; }, 0},
      {"habs", [](double x) { return std::fabs(x); }, 0},
  };
  const small_format& format = traits<H>::FORMAT;
  device_buffer<unsigned short> out(FUNCTIONS * ALL), of_pair(FUNCTIONS * ALL);
  functions<H><<<ALL / 128, 128>>>(out.data(), of_pair.data());
  const std::vector<unsigned short> got = out.download(), got_of_pair = of_pair.download();
  checker check{traits<H>::NAME}, check_pair{traits<H>::PAIR_NAME};
  for (int f = 0; f < FUNCTIONS; ++f) {
    for (unsigned i = 0; i < ALL; ++i) {
      const double x = decode(i, format), exact = wanted[f].exact(x);
      const double want = round_to(exact, format);
      const auto right = [&](double value) {
        if (same(value, want)) return true;
        if (wanted[f].ulps == 0 || std::isnan(want) || std::isnan(value)) return false;
        if (std::isinf(want) || std::isinf(value)) return std::fabs(exact) >= format.largest;
        return std::fabs(value - want) <= ulp(want, format);
      };
      const double one = decode(got[f * ALL + i], format);
      const double pair = decode(got_of_pair[f * ALL + i], format);
      check(right(one), wanted[f].name, x, want, one);
      check_pair(right(pair), wanted[f].name, x, want, pair);
    }
  }
}

// Arithmetic and comparisons of two numbers, or three.
struct arithmetic {
  unsigned short sum, difference, product, quotient, fused, fused_relu, saturated, low, high,
      low_nan;
  unsigned short pair_sum, pair_product, pair_fused, pair_quotient;
  unsigned compared;
};

template <typename H>
__global__ void pairs(const unsigned short* a, const unsigned short* b, const unsigned short* c,
                      arithmetic* out) {
  using T = traits<H>;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const H x = T::from_bits(a[i]), y = T::from_bits(b[i]), z = T::from_bits(c[i]);
  const auto x2 = T::both(z, x), y2 = T::both(x, y), z2 = T::both(y, z);
  arithmetic& r = out[i];
  r.sum = T::bits(x + y);
  r.difference = T::bits(__hsub(x, y));
  r.product = T::bits(x * y);
  r.quotient = T::bits(x / y);
  r.fused = T::bits(__hfma(x, y, z));
  r.fused_relu = T::bits(__hfma_relu(x, y, z));
  r.saturated = T::bits(__hadd_sat(x, y));
  r.low = T::bits(__hmin(x, y));
  r.high = T::bits(__hmax(x, y));
  r.low_nan = T::bits(__hmin_nan(x, y));
  r.pair_sum = T::bits((x2 + y2).y);
  r.pair_product = T::bits(__hmul2(x2, y2).y);
  r.pair_fused = T::bits(__hfma2(x2, y2, z2).y);
  r.pair_quotient = T::bits(__h2div(x2, y2).y);
  const bool comparisons[] = {x == y,       __hne(x, y),     (x < y),          x <= y,
                              (x > y),      x >= y,          __hequ(x, y),     __hneu(x, y),
                              __hltu(x, y), __hleu(x, y),    __hgtu(x, y),     __hgeu(x, y),
                              __hisnan(x),  __hbeq2(x2, y2), __hbltu2(x2, y2), __hisinf(x) != 0};
  r.compared = 0;
  for (int k = 0; k < 16; ++k) r.compared |= comparisons[k] << k;
  r.compared |= (__hlt2_mask(x2, y2) >> 16 == 0xffff ? 1u : 0u) << 16;
}

template <typename H>
void test_pairs() {
  std::mt19937 random(11);
  const small_format& format = traits<H>::FORMAT;
  const unsigned infinity = ((1u << format.exponent_bits) - 1) << format.mantissa_bits;
  const unsigned edges[] = {
      0,      0x8000, 1,      0x8001, infinity, infinity | 0x8000, infinity | 1, infinity - 1,
      0x3c00, 0xbc00, 0x3f80, 0xbf80};
  const int count = 1 << 16;
  std::vector<unsigned short> a(count), b(count), c(count);
  const auto draw = [&](unsigned near) -> unsigned {
    const unsigned kind = random() % 8;
    if (kind == 0) return edges[random() % std::size(edges)];
    // Of like size, so that sums have something to round.
    if (kind < 5) return (near & 0x7f00) + random() % 0x500 + (random() % 2 ? 0x8000 : 0);
    return static_cast<unsigned>(random());
  };
  for (int i = 0; i < count; ++i) {
    a[i] = static_cast<unsigned short>(draw(random()));
    b[i] = static_cast<unsigned short>(i % 32 == 0 ? a[i] : draw(a[i]));
    c[i] = static_cast<unsigned short>(draw(a[i]));
  }
  const device_buffer<unsigned short> in_a(a), in_b(b), in_c(c);
  device_buffer<arithmetic> out(count);
  pairs<H><<<count / 128, 128>>>(in_a.data(), in_b.data(), in_c.data(), out.data());
  const std::vector<arithmetic> got = out.download();
  checker check{traits<H>::NAME};
  const auto rounded = [&](double x) { return round_to(x, format); };
  for (int i = 0; i < count; ++i) {
    const arithmetic& r = got[i];
    const double x = decode(a[i], format), y = decode(b[i], format), z = decode(c[i], format);
    const auto is = [&](unsigned short bits, double want, const char* what) {
      const double value = decode(bits, format);
      check(same(value, want), what, x, y, value);
    };
    const double sum = rounded(odd_sum(x, y)), fused = rounded(odd_sum(x * y, z));
    is(r.sum, sum, "sum");
    is(r.difference, rounded(odd_sum(x, -y)), "difference");
    is(r.product, rounded(x * y), "product");
    is(r.quotient, rounded(x / y), "quotient");
    is(r.fused, fused, "fma");
    is(r.fused_relu, std::isnan(fused) ? fused : fused > 0 ? fused : 0.0, "fma with relu");
    is(r.saturated, std::isnan(sum) || sum <= 0 ? 0.0 : std::min(sum, 1.0), "sum, saturated");
    const bool unordered = std::isnan(x) || std::isnan(y);
    const bool zeros = x == 0 && y == 0;
    is(r.low, zeros ? (std::signbit(x) ? x : y) : std::fmin(x, y), "minimum");
    is(r.high, zeros ? (std::signbit(x) ? y : x) : std::fmax(x, y), "maximum");
    is(r.low_nan,
       unordered ? x + y
       : zeros   ? (std::signbit(x) ? x : y)
                 : std::fmin(x, y),
       "minimum with NaN");
    is(r.pair_sum, sum, "sum of pairs");
    is(r.pair_product, rounded(x * y), "product of pairs");
    is(r.pair_fused, fused, "fma of pairs");
    is(r.pair_quotient, rounded(x / y), "quotient of pairs");
    const bool comparisons[] = {x == y,
                                !unordered && x != y,
                                x<y, x <= y, x>
                                    y,
                                x >= y,
                                unordered || x == y,
                                x != y,
                                !(x >= y),
                                !(x > y),
                                !(x <= y),
                                !(x < y),
                                std::isnan(x),
                                z == x && x == y,
                                !(z >= x) && !(x >= y),
                                std::isinf(x),
                                x < y};
    unsigned want = 0;
    for (int k = 0; k < 17; ++k) want |= static_cast<unsigned>(comparisons[k]) << k;
    check(r.compared == want, "comparisons", x, y, r.compared ^ want);
  }
}

// Sums of many threads: atomics, shuffles, and pairs of them.
template <typename H>
__global__ void many_threads(H* sum, typename traits<H>::pair* sums, H* rotated) {
  using T = traits<H>;
  const H x = T::nearest(static_cast<float>(threadIdx.x % 4));
  atomicAdd(sum, x);
  atomicAdd(sums, T::both(x, T::nearest(1.0f)));
  rotated[threadIdx.x] = __shfl_sync(0xffffffff, x, (threadIdx.x + 1) % 32);
  const auto pair = __shfl_xor_sync(0xffffffff, T::both(x, x), 2);
  rotated[32 + threadIdx.x] = pair.x + pair.y;
}

template <typename H>
void test_many_threads() {
  device_buffer<H> values(65);
  device_buffer<typename traits<H>::pair> sums(1);
  EXPECT_OK(cudaMemset(values.data(), 0, values.bytes()));
  EXPECT_OK(cudaMemset(sums.data(), 0, sums.bytes()));
  many_threads<H><<<1, 32>>>(values.data() + 64, sums.data(), values.data());
  const std::vector<H> got = values.download();
  const auto pair = sums.download()[0];
  EXPECT(static_cast<float>(got[64]) == 48);
  EXPECT(static_cast<float>(pair.x) == 48 && static_cast<float>(pair.y) == 32);
  bool right = true;
  for (int i = 0; i < 32; ++i) {
    right &= static_cast<float>(got[i]) == (i + 1) % 4;
    right &= static_cast<float>(got[32 + i]) == 2 * ((i ^ 2) % 4);
  }
  EXPECT(right);
}

template <typename H>
void test() {
  test_functions<H>();
  test_pairs<H>();
  test_many_threads<H>();
}

}  // namespace

int main() {
  test<__half>();
  test<__nv_bfloat16>();
  return result();
}
