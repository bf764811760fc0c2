// The parts of the C++ standard library that libcu++ has for device code, on the device as on the
// host.
#include <lockstep/buffer.hpp>

#include <cuda/functional>
#include <cuda/std/array>
#include <cuda/std/bit>
#include <cuda/std/chrono>
#include <cuda/std/cmath>
#include <cuda/std/complex>
#include <cuda/std/functional>
#include <cuda/std/limits>
#include <cuda/std/mdspan>
#include <cuda/std/numeric>
#include <cuda/std/optional>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/utility>
#include <cuda/std/variant>

#include <vector>

#include "expect.hpp"

using lockstep::device_buffer;
namespace std_ = cuda::std;

namespace {

constexpr int THREADS = 64;

struct results {
  unsigned long long bits[8];
  double numbers[8];
  int counts[8];
};

__host__ __device__ void bit_operations(unsigned long long x, results& r) {
  r.bits[0] = std_::popcount(x);
  r.bits[1] = std_::countl_zero(x) * 100 + std_::countr_zero(x);
  r.bits[2] = std_::countl_one(~x) * 100 + std_::countr_one(x);
  r.bits[3] = std_::rotl(x, 13) ^ std_::rotr(x, 7);
  r.bits[4] = std_::bit_floor(x);
  r.bits[5] = std_::bit_ceil(x >> 2);
  r.bits[6] = std_::bit_width(x) + (std_::has_single_bit(x) ? 100 : 0);
  r.bits[7] = std_::bit_cast<unsigned long long>(static_cast<double>(x));
}

__host__ __device__ void arithmetic(int i, results& r) {
  // Whole numbers, so that contraction to fma changes nothing.
  const std_::complex<double> z(i, 2.0 * i + 1), w(3, -4);
  r.numbers[0] = (z * w).real();
  r.numbers[1] = (z * w).imag();
  r.numbers[2] = std_::norm(z) + std_::conj(z).imag();
  r.numbers[3] = std_::midpoint(static_cast<double>(i), 10.0);
  r.numbers[4] = std_::numeric_limits<float>::epsilon() + std_::numeric_limits<double>::max();
  r.numbers[5] = std_::abs(-0.5 * i);
  r.numbers[6] = std_::isnan(std_::numeric_limits<double>::quiet_NaN()) ? 1 : 0;
  r.numbers[7] = static_cast<double>(
      std_::chrono::duration_cast<std_::chrono::milliseconds>(std_::chrono::seconds(i)).count());
}

struct visitor {
  __host__ __device__ int operator()(int x) const { return x + 1; }
  __host__ __device__ int operator()(float x) const { return static_cast<int>(x * 2); }
  __host__ __device__ int operator()(std_::array<int, 3> x) const { return x[0] + x[2]; }
};

__host__ __device__ std_::optional<int> if_even(int i) {
  if (i % 2 != 0) return std_::nullopt;
  return i / 2;
}

__host__ __device__ void vocabulary(int i, results& r) {
  std_::array<int, 9> values{};
  for (int k = 0; k < 9; ++k) values[k] = (i * 7 + k * 5) % 11;
  r.counts[0] = std_::max({values[0], values[4], values[8]});
  r.counts[1] = std_::accumulate(values.begin(), values.end(), 0);
  const std_::tuple<int, float, char> t(i, 1.5f, 'c');
  const auto [a, b, c] = t;
  r.counts[2] = a + static_cast<int>(b * 2) + c + std_::get<0>(t);
  std_::variant<int, float, std_::array<int, 3>> v;
  if (i % 3 == 0) v = i;
  if (i % 3 == 1) v = 0.5f * static_cast<float>(i);
  if (i % 3 == 2) v = std_::array<int, 3>{i, 0, 2 * i};
  r.counts[3] = std_::visit(visitor{}, v) + 1000 * static_cast<int>(v.index());
  r.counts[4] = if_even(i).value_or(-1);
  const std_::span<int> middle = std_::span<int>(values).subspan(2, 4);
  r.counts[5] = middle.back() + 100 * static_cast<int>(middle.size());
  const std_::mdspan<int, std_::extents<int, 3, 3>> matrix(values.data());
  r.counts[6] = matrix(1, 2) * 100 + matrix(2, 0);
  r.counts[7] = std_::min(i + 5, 40) + std_::max(i, 9) + std_::gcd(i, 12);
}

__host__ __device__ results all(int i) {
  results r{};
  bit_operations((i + 1) * 0x9e3779b97f4a7c15ull >> i % 50, r);
  arithmetic(i, r);
  vocabulary(i, r);
  return r;
}

__global__ void on_device(results* out) { out[threadIdx.x] = all(static_cast<int>(threadIdx.x)); }

template <typename T, int N>
bool same(const T (&a)[N], const T (&b)[N]) {
  for (int i = 0; i < N; ++i) {
    if (a[i] == b[i]) continue;
    std::printf("value %d differs\n", i);
    return false;
  }
  return true;
}

}  // namespace

int main() {
  device_buffer<results> out(THREADS);
  out.poison();
  on_device<<<1, THREADS>>>(out.data());
  const std::vector<results> got = out.download();
  for (int i = 0; i < THREADS; ++i) {
    const results want = all(i);
    EXPECT(same(got[i].bits, want.bits));
    EXPECT(same(got[i].numbers, want.numbers));
    EXPECT(same(got[i].counts, want.counts));
  }
  return result();
}
