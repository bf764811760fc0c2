// The functions of <math.h> and CUDA's own, single and double precision, at edge values and random
// ones, against the host in a wider type, within the errors that CUDA documents (mathematics.def).
#include <lockstep/buffer.hpp>

#include <cstdint>
#include <cstring>
#include <random>
#include <type_traits>
#include <vector>

#include "expect.hpp"
#include "mathematics_reference.hpp"

using lockstep::device_buffer;
using reference::number;

namespace {

constexpr int EVEN = 1500, ANY_EXPONENT = 1500;

template <typename T>
using limits = std::numeric_limits<T>;

template <typename T>
std::vector<T> edges() {
  std::vector<T> values = {0,
                           limits<T>::denorm_min(),
                           limits<T>::min(),
                           std::nextafter(limits<T>::min(), T(0)),
                           limits<T>::epsilon(),
                           T(0.25),
                           T(0.5),
                           std::nextafter(T(0.5), T(0)),
                           std::nextafter(T(1), T(0)),
                           1,
                           std::nextafter(T(1), T(2)),
                           T(1.5),
                           T(1.57079632679489661923),
                           2,
                           T(2.5),
                           3,
                           T(3.14159265358979323846),
                           7,
                           8,
                           T(100.5),
                           T(1) / limits<T>::epsilon(),
                           T(1.5) / limits<T>::epsilon(),
                           limits<T>::max(),
                           limits<T>::infinity()};
  for (std::size_t i = 0, n = values.size(); i < n; ++i) values.push_back(-values[i]);
  values.push_back(limits<T>::quiet_NaN());
  return values;
}

template <typename T>
std::vector<T> inputs(double low, double high, unsigned seed) {
  std::mt19937_64 random(seed);
  std::vector<T> values = edges<T>();
  std::uniform_real_distribution<T> even(static_cast<T>(low), static_cast<T>(high));
  for (int i = 0; i < EVEN; ++i) values.push_back(even(random));
  while (values.size() < edges<T>().size() + EVEN + ANY_EXPONENT) {
    const std::uint64_t bits = random();
    T value;
    std::memcpy(&value, &bits, sizeof value);
    if (std::isfinite(value)) values.push_back(value);
  }
  return values;
}

// A position on the line of the representable numbers, with both zeros at 0.
template <typename T>
std::int64_t position(T value) {
  using bits_t = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;
  bits_t bits;
  std::memcpy(&bits, &value, sizeof value);
  return bits >= 0 ? bits : limits<bits_t>::min() - static_cast<std::int64_t>(bits);
}

template <typename T>
bool within(T got, T want, double ulps) {
  if (std::isnan(want)) return std::isnan(got);
  if (std::isnan(got)) return false;
  // Infinities lie one step beyond the largest number; a difference of positions may not overflow.
  if (std::signbit(got) != std::signbit(want) && std::fabs(got - want) > 1) return false;
  return std::fabs(static_cast<double>(position(got) - position(want))) <= ulps;
}

// What functions have in common unless they say otherwise.
template <int COUNT>
struct function {
  static constexpr int ARGUMENTS = COUNT;
  static constexpr double LOW = -10, HIGH = 10;
  static constexpr bool EXACT = false;
  // Error that is allowed beside the ulps.
  template <typename T>
  static double absolute(T) {
    return 0;
  }
};

#define ON_DEVICE(name, ...)                                     \
  static constexpr const char* NAME = #name;                     \
  template <typename T>                                          \
  static __device__ T on_device(T x, T y, T z) {                 \
    if constexpr (sizeof(T) == 4) return ::name##f(__VA_ARGS__); \
    if constexpr (sizeof(T) == 8) return ::name(__VA_ARGS__);    \
  }

#define ON_HOST(space, type, name, ...)                                   \
  template <typename T>                                                   \
  static number on_host([[maybe_unused]] type x, [[maybe_unused]] type y, \
                        [[maybe_unused]] type z) {                        \
    return space::name(__VA_ARGS__);                                      \
  }

#define ONE(name, float_ulps, double_ulps, low, high) \
  struct name##_function : function<1> {              \
    static constexpr double LOW = low, HIGH = high;   \
    ON_DEVICE(name, x)                                \
    ON_HOST(reference, number, name, x)               \
  };
#define BESSEL(name, float_ulps, double_ulps)                        \
  struct name##_function : function<1> {                             \
    static constexpr double LOW = 0, HIGH = 20;                      \
    ON_DEVICE(name, x)                                               \
    ON_HOST(reference, number, name, x)                              \
    template <typename T>                                            \
    static double absolute(T x) {                                    \
      return std::fabs(x) < 8 ? 0 : sizeof(T) == 4 ? 2.2e-6 : 5e-12; \
    }                                                                \
  };
#define TWO(name, float_ulps, double_ulps) \
  struct name##_function : function<2> {   \
    ON_DEVICE(name, x, y)                  \
    ON_HOST(reference, number, name, x, y) \
  };
#define THREE(name, float_ulps, double_ulps)  \
  struct name##_function : function<3> {      \
    ON_DEVICE(name, x, y, z)                  \
    ON_HOST(reference, number, name, x, y, z) \
  };
#define EXACT(name)                      \
  struct name##_function : function<1> { \
    static constexpr bool EXACT = true;  \
    ON_DEVICE(name, x)                   \
    ON_HOST(std, T, name, x)             \
  };
#define EXACT_TWO(name)                  \
  struct name##_function : function<2> { \
    static constexpr bool EXACT = true;  \
    ON_DEVICE(name, x, y)                \
    ON_HOST(std, T, name, x, y)          \
  };
#include "mathematics.def"
#undef ONE
#undef BESSEL
#undef TWO
#undef THREE
#undef EXACT
#undef EXACT_TWO

// lgamma's errors are larger between these, says the guide, because it is zero there eight times.
template <typename F, typename T>
bool is_excluded(T x) {
  if constexpr (std::is_same_v<F, lgamma_function>)
    return x < (sizeof(T) == 4 ? -2.264 : -2.2637) && x > (sizeof(T) == 4 ? -10.001 : -11.0001);
  return false;
}

template <typename F, typename T>
__global__ void map(const T* x, const T* y, const T* z, T* out, int size) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size) out[i] = F::template on_device<T>(x[i], y[i], z[i]);
}

template <typename F, typename T>
void test(double ulps) {
  std::vector<T> x = inputs<T>(F::LOW, F::HIGH, 1), y = x, z = x;
  if (F::ARGUMENTS > 1) {
    y = inputs<T>(F::LOW, F::HIGH, 2);
    z = inputs<T>(F::LOW, F::HIGH, 3);
    for (const T a : edges<T>()) {
      for (const T b : edges<T>()) {
        x.push_back(a);
        y.push_back(b);
        z.push_back(b);
      }
    }
  }
  const int size = static_cast<int>(x.size());
  const device_buffer<T> in_x(x), in_y(y), in_z(z);
  device_buffer<T> out(size);
  out.poison();
  map<F, T><<<(size + 255) / 256, 256>>>(in_x.data(), in_y.data(), in_z.data(), out.data(), size);
  const std::vector<T> got = out.download();
  for (int i = 0; i < size; ++i) {
    if (is_excluded<F>(x[i])) continue;
    const number exact = F::template on_host<T>(x[i], y[i], z[i]);
    const T want = static_cast<T>(exact);
    const bool sign_right =
        !F::EXACT || std::isnan(want) || std::signbit(got[i]) == std::signbit(want);
    if (within(got[i], want, ulps) && sign_right) continue;
    if (std::fabs(exact - got[i]) <= F::absolute(x[i])) continue;
    ++failures;
    std::printf("%s of %s at %a, %a, %a: %a, more than %g ulp from %a\n", F::NAME,
                sizeof(T) == 4 ? "float" : "double", x[i], y[i], z[i], got[i], ulps, want);
    return;
  }
}

void test_documented_errors() {
#define TEST(name, float_ulps, double_ulps) \
  test<name##_function, float>(float_ulps); \
  test<name##_function, double>(double_ulps);
#define ONE(name, float_ulps, double_ulps, low, high) TEST(name, float_ulps, double_ulps)
#define BESSEL TEST
#define TWO TEST
#define THREE TEST
#define EXACT(name) TEST(name, 0, 0)
#define EXACT_TWO(name) TEST(name, 0, 0)
#include "mathematics.def"
}

// Functions with integers among their arguments or results, or with several results.
template <typename T>
struct several {
  T fraction, rest, whole, scaled, scaled_too, fused, remainder, sine, cosine, sine_pi, cosine_pi;
  T norm_of_4, inverse_norm_of_4, norm, bessel_j, bessel_y;
  int exponent, exponent_too, quotient, classes;
  long nearest, away;
  long long nearest_too, away_too;
};

template <typename T>
__host__ __device__ int classes(T x) {
  using std::isfinite;
  using std::isinf;
  using std::isnan;
  using std::signbit;
  return (isnan(x) ? 1 : 0) + (isinf(x) ? 2 : 0) + (isfinite(x) ? 4 : 0) + (signbit(x) ? 8 : 0);
}

template <typename T>
__global__ void map_several(const T* x, const T* y, several<T>* out, int size) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size) return;
  several<T>& r = out[i];
  const T a = x[i], b = y[i], four[] = {a, b, 1, 2};
  r.fraction = frexp(a, &r.exponent);
  r.rest = modf(a, &r.whole);
  r.scaled = ldexp(a, i % 400 - 200);
  r.scaled_too = scalbln(a, static_cast<long>(i) % 4000 - 2000);
  r.fused = fma(a, b, -a);
  r.remainder = remquo(a, b, &r.quotient);
  sincos(a, &r.sine, &r.cosine);
  sincospi(a, &r.sine_pi, &r.cosine_pi);
  if constexpr (sizeof(T) == 4) {
    r.norm_of_4 = norm4df(a, b, 1, 2);
    r.inverse_norm_of_4 = rnorm4df(a, b, 1, 2);
    r.norm = normf(4, four);
    r.bessel_j = jnf(2, a);
    r.bessel_y = ynf(2, a);
  } else {
    r.norm_of_4 = norm4d(a, b, 1, 2);
    r.inverse_norm_of_4 = rnorm4d(a, b, 1, 2);
    r.norm = norm(4, four);
    r.bessel_j = jn(2, a);
    r.bessel_y = yn(2, a);
  }
  r.exponent_too = ilogb(a);
  r.classes = classes(a);
  r.nearest = lrint(a);
  r.away = lround(a);
  r.nearest_too = llrint(a);
  r.away_too = llround(a);
}

template <typename T>
bool check_several(const several<T>& r, T a, T b, int i) {
  int exponent = 0, quotient = 0;
  T whole = 0;
  const double tolerance = sizeof(T) == 4 ? 2.2e-6 : 5e-12;
  bool right = true;
  const auto check = [&](bool holds, const char* what) {
    if (!holds)
      std::printf("%s of %s at %a, %a\n", what, sizeof(T) == 4 ? "float" : "double", a, b);
    right &= holds;
  };
  check(within(r.fraction, std::frexp(a, &exponent), 0), "frexp");
  check(!std::isfinite(a) || r.exponent == exponent, "frexp's exponent");
  check(within(r.rest, std::modf(a, &whole), 0) && within(r.whole, whole, 0), "modf");
  check(within(r.scaled, std::ldexp(a, i % 400 - 200), 0), "ldexp");
  check(within(r.scaled_too, std::scalbln(a, static_cast<long>(i) % 4000 - 2000), 0), "scalbln");
  check(within(r.fused, std::fma(a, b, -a), 0), "fma");
  check(within(r.remainder, std::remquo(a, b, &quotient), 0), "remquo");
  check(std::isnan(r.remainder) || (r.quotient & 7) == (quotient & 7), "remquo's quotient");
  check(within<T>(r.sine, reference::sin(a), 2), "sincos' sine");
  check(within<T>(r.cosine, reference::cos(a), 2), "sincos' cosine");
  check(within<T>(r.sine_pi, reference::sinpi(a), 2), "sincospi's sine");
  check(within<T>(r.cosine_pi, reference::cospi(a), 2), "sincospi's cosine");
  const number norm = std::hypot(std::hypot(number(a), number(b)), std::sqrt(number(5)));
  check(within<T>(r.norm_of_4, norm, 3), "norm4d");
  check(within<T>(r.inverse_norm_of_4, 1 / norm, 2), "rnorm4d");
  check(within<T>(r.norm, norm, 4), "norm");
  if (a > 0.1 && a < 20) check(std::fabs(r.bessel_j - jnl(2, a)) <= tolerance, "jn");
  if (a > 3 && a < 20) check(std::fabs(r.bessel_y - ynl(2, a)) <= tolerance, "yn");
  check(r.exponent_too == std::ilogb(a), "ilogb");
  check(r.classes == classes(a), "classification");
  if (std::fabs(a) < 9e18) {
    check(r.nearest == std::lrint(a) && r.nearest_too == std::llrint(a), "lrint");
    check(r.away == std::lround(a) && r.away_too == std::llround(a), "lround");
  }
  return right;
}

template <typename T>
void test_several() {
  const std::vector<T> x = inputs<T>(-20, 20, 1), y = inputs<T>(-20, 20, 2);
  const int size = static_cast<int>(x.size());
  const device_buffer<T> in_x(x), in_y(y);
  device_buffer<several<T>> out(size);
  out.poison();
  map_several<T><<<(size + 255) / 256, 256>>>(in_x.data(), in_y.data(), out.data(), size);
  const std::vector<several<T>> got = out.download();
  for (int i = 0; i < size; ++i) {
    if (check_several(got[i], x[i], y[i], i)) continue;
    ++failures;
    return;
  }
}

}  // namespace

int main() {
  test_documented_errors();
  test_several<float>();
  test_several<double>();
  return result();
}
