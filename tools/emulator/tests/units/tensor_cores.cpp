// Which elements lanes hold, and how sums of products are rounded. The fragments are those of the
// PTX ISA (9.7.14.5); the rounding is what docs/data/h100_tensor_cores.csv shows.
#include <doctest/doctest.h>

#include <bit>
#include <vector>

#include "simt/semantics/semantics.hpp"
#include "simt/tensor_cores/fragment.hpp"

using namespace lockstep::simt;
using namespace lockstep::simt::tensor_cores;

namespace {

using element = matrix_element;
using words = std::vector<std::uint32_t>;

constexpr std::uint32_t half_one = 0x3c00, brain_one = 0x3f80;
std::uint32_t half_power(int exponent) { return static_cast<std::uint32_t>(exponent + 15) << 10; }
std::uint32_t brain_power(int exponent) { return static_cast<std::uint32_t>(exponent + 127) << 7; }
std::uint32_t bits_of(float x) { return std::bit_cast<std::uint32_t>(x); }

// The first element of the result: one row of a with one column of b, and all others 0.
std::uint32_t product(element factors, element sum, const words& a, const words& b, std::uint32_t c,
                      unsigned group = 0) {
  matrix_product p;
  p.m = 16;
  p.n = 8;
  p.k = static_cast<std::uint8_t>(a.size());
  p.group = static_cast<std::uint8_t>(group == 0 ? a.size() : group);
  p.a = p.b = factors;
  p.c = p.d = sum;
  words as(std::size_t{p.m} * p.k), bs(std::size_t{p.k} * p.n), cs(std::size_t{p.m} * p.n),
      ds(cs.size());
  for (unsigned k = 0; k < p.k; ++k) {
    as[k] = a[k];
    bs[std::size_t{k} * p.n] = b[k];
  }
  cs[0] = c;
  semantics_for_host().product(p).words(p, as.data(), bs.data(), cs.data(), ds.data());
  return ds[0];
}

float sum_of_halves(const words& a, const words& b, float c) {
  return std::bit_cast<float>(product(element::f16, element::f32, a, b, bits_of(c)));
}

TEST_CASE("each lane has two rows of a's 16, and pairs of elements along k") {
  const fragment a = fragment_of_a({16, 16, 2, true});
  CHECK(a.registers == 4);
  const auto place = [&](unsigned r, unsigned lane, unsigned e) { return a.of(r)[lane * 2 + e]; };
  CHECK(place(0, 0, 1) == 1);
  CHECK(place(1, 5, 0) == 9 * 16 + 2);
  CHECK(place(2, 0, 0) == 8);
  CHECK(place(3, 31, 1) == 15 * 16 + 15);
}

TEST_CASE("each lane has a column of b") {
  const fragment b = fragment_of_b({8, 16, 2, false});
  CHECK(b.registers == 2);
  CHECK(b.of(0)[3] == 3 * 8);
  CHECK(b.of(1)[31 * 2] == 14 * 8 + 7);
}

TEST_CASE("of the sum, a lane has two elements side by side in each of two rows") {
  const fragment c = fragment_of_sum(16, 8, 1, false);
  CHECK(c.registers == 4);
  CHECK(c.of(1)[4] == 8 + 1);
  CHECK(c.of(2)[0] == 8 * 8);
}

TEST_CASE("m8n32k16 is m32n8k16 with rows and columns exchanged") {
  const fragment tall = fragment_of_sum(32, 8, 1, false), wide = fragment_of_sum(8, 32, 1, true);
  for (std::size_t i = 0; i < tall.places.size(); ++i)
    CHECK(wide.places[i] == tall.places[i] % 8 * 32 + tall.places[i] / 8);
}

TEST_CASE("a sum is truncated to an f32, not rounded") {
  CHECK(sum_of_halves({half_power(-12), half_power(-12)}, {half_power(-12), half_power(-13)}, 1) ==
        1);
  CHECK(sum_of_halves({0x8000 | half_power(-12)}, {half_power(-13)}, 1) == 1 - 0x1p-24f);
}

TEST_CASE("25 bits below the largest exponent are kept, and none below") {
  // Two parts of 2^-25 make half a unit of the last place, which is lost; taken from 1 they are
  // seen.
  const words parts = {0x8000 | half_power(-12), 0x8000 | half_power(-12)};
  CHECK(sum_of_halves(parts, {half_power(-13), half_power(-13)}, 1) == 1 - 0x1p-24f);
  CHECK(sum_of_halves(parts, {half_power(-14), half_power(-14)}, 1) == 1);
}

TEST_CASE("a product counts by the exponents of its factors, not by its own") {
  // 1.5 * 1.5 is 2.25, but is aligned as if it were less than 2: 2^-25 is kept.
  const words a = {0x3e00, 0xbe00, half_power(-12)}, b = {0x3e00, 0x3e00, half_power(-13)};
  CHECK(sum_of_halves(a, b, 0) == 0x1p-25f);
  CHECK(sum_of_halves({half_power(1), half_power(-12)}, {half_one, half_power(-13)}, -2) == 0);
}

TEST_CASE("a sum of zero is positive") {
  CHECK(product(element::f16, element::f32, {0x8000}, {half_one}, 0x80000000u) == 0);
}

TEST_CASE("a sum in halves is rounded once, to the nearest") {
  const words a = {half_one, half_power(-12)}, b = {half_one, half_power(-12)};
  CHECK(product(element::f16, element::f16, a, b, half_power(-11)) == half_one + 1);
  CHECK(product(element::f16, element::f16, {half_one}, {half_one}, half_power(-11)) == half_one);
}

TEST_CASE("there is one NaN, and infinities of both signs make it") {
  CHECK(product(element::f16, element::f32, {0x7c00}, {half_one}, 0) == 0x7f800000u);
  CHECK(product(element::f16, element::f32, {0x7c00}, {0x8000}, 0) == 0x7fffffffu);
  CHECK(product(element::f16, element::f16, {0x7c00, 0xfc00}, {half_one, half_one}, 0) == 0x7fffu);
  CHECK(product(element::f16, element::f32, {half_one}, {half_one}, 0xffc00001u) == 0x7fffffffu);
}

TEST_CASE("results that are subnormal are truncated too") {
  const words a = {brain_power(-75)}, b = {brain_power(-75)};
  CHECK(product(element::bf16, element::f32, a, b, 0) == 0);
  CHECK(product(element::bf16, element::f32, {brain_power(-74)}, b, 0) == 1);
}

TEST_CASE("of tf32, the bits below the tenth of the fraction do not count") {
  CHECK(product(element::tf32, element::f32, {0x3f801fff}, {0x3f800000}, 0) == 0x3f800000u);
  CHECK(product(element::tf32, element::f32, {0x3f802000}, {0x3f800000}, 0) == 0x3f802000u);
}

TEST_CASE("groups are added one after the other") {
  // 2^-25 is kept beside 1, but lost when the sum becomes an f32.
  const words a = {brain_one, 0x8000 | brain_power(-25), brain_one, brain_one};
  const words b = {brain_one, brain_one, 0, 0};
  CHECK(product(element::bf16, element::f32, a, b, 0) == bits_of(1 - 0x1p-24f));
  CHECK(product(element::bf16, element::f32, {brain_one, 0, brain_power(-25), brain_power(-25)},
                {brain_one, 0, brain_one, brain_one}, 0, 2) == bits_of(1));
}

TEST_CASE("8-bit floats are added in two parts, and c last") {
  // The first two of four elements give 2^14, the others 2^-10, which is lost beside it and c.
  const words a = {0x77, 0, 0x01, 0}, b = {0x70, 0, 0x38, 0};
  CHECK(product(element::e4m3, element::f32, a, b, bits_of(1)) ==
        bits_of(240 * 128.0f + 0x1p-9f + 1));
}

TEST_CASE("integers saturate only if they are asked to") {
  matrix_product p;
  p.m = 8;
  p.n = 8;
  p.k = 16;
  p.a = p.b = element::s8;
  p.c = p.d = element::s32;
  const words a(128, 0x7f), b(128, 0x7f), c(64, 0x7fffffffu);
  words d(64);
  semantics_for_host().product(p).words(p, a.data(), b.data(), c.data(), d.data());
  CHECK(d[0] == 0x7fffffffu + 16 * 127 * 127);
  p.saturates = true;
  semantics_for_host().product(p).words(p, a.data(), b.data(), c.data(), d.data());
  CHECK(d[0] == 0x7fffffffu);
}

}  // namespace
