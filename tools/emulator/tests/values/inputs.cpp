#include "inputs.hpp"

#include <algorithm>

namespace {

word packed(const std::vector<word>& halves, std::size_t i) {
  return halves[(i * 5 + 3) % halves.size()] << 16 | halves[i];
}

std::vector<word> packed_edges(kind half) {
  const std::vector<word> halves = edges(half);
  std::vector<word> result;
  for (std::size_t i = 0; i < halves.size(); ++i) result.push_back(packed(halves, i));
  return result;
}

// Where conversions and functions of one operand turn: halfway cases, limits of integer types, of
// narrower formats.
std::vector<word> turns(kind which) {
  switch (which) {
    case kind::f32:
      return {0x3f000000, 0xbf000000, 0x3fc00000, 0x40200000, 0xc0200000, 0x3f7fffff, 0x3f800001,
              0xbf7fffff, 0x42fe8000, 0x43000000, 0x437f8000, 0xc3008000, 0x46fffe00, 0x477fe000,
              0x477fefff, 0x477ff000, 0x4effffff, 0x4f000000, 0xcf000000, 0xcf000001, 0x4f800000,
              0x5f000000, 0x5f800000, 0xdf000000, 0x33000000, 0x33000001, 0x33c00000, 0x387fe000,
              0x38800000, 0x3f801000, 0x3f803000, 0x3f808000, 0x3f818000, 0x7f7f8000, 0x7f7f7fff,
              0x43e00000, 0x43e80000, 0x3c800000, 0x3b000000, 0x40490fdb, 0x40c90fdb, 0xc1200000,
              0x42c60000, 0x42fc0000, 0xc2fd0000};
    case kind::f64:
      return {0x3fe0000000000000, 0x3ff8000000000000, 0x4004000000000000, 0xc004000000000000,
              0x3ff0000010000000, 0x3ff0000030000000, 0x47efffffe0000000, 0x47effffff0000000,
              0x3690000000000000, 0x3690000000000001, 0x380fffffffffffff, 0x41dfffffffe00000,
              0x41e0000000000000, 0xc1e0000000200000, 0x41efffffffffffff, 0x43e0000000000000,
              0x43f0000000000000, 0xc3e0000000000000, 0x40effc0000000000, 0x40effe0000000000,
              0x3ff0020000000000, 0x3ff0100000000000, 0x3e60000000000001};
    case kind::f16:
      return {0x3800, 0xb800, 0x3e00, 0x4100, 0xc100, 0x57f0, 0x5800,
              0x5bf8, 0x77ff, 0x7800, 0xf801, 0x0200, 0x3c01};
    case kind::bf16:
      return {0x3f00, 0xbf00, 0x3fc0, 0x4020, 0xc020, 0x42fe, 0x4300,
              0x437f, 0x4700, 0x4780, 0x4f00, 0x4f80, 0x3300, 0x3f81};
    default:
      return {};
  }
}

std::uint64_t state;

word random_word() {  // splitmix64
  std::uint64_t z = state += 0x9e3779b97f4a7c15;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}

// Sign and fraction at random, the exponent within 2^-16 ... 2^15.
word moderate(unsigned fraction_bits, unsigned exponent_bias, word bits) {
  const word exponent =
      exponent_bias - (exponent_bias > 15 ? 16 : 7) + (bits >> 60) * (exponent_bias > 15 ? 2 : 1);
  const word sign = bits >> 59 & 1;
  unsigned exponent_bits = 0;
  while ((exponent_bias >> exponent_bits) != 0) ++exponent_bits;
  return sign << (fraction_bits + exponent_bits + 1) | exponent << fraction_bits |
         (bits & ((word{1} << fraction_bits) - 1));
}

word random_value(kind which) {
  const word choice = random_word();
  if (choice % 4 == 0) {
    const std::vector<word> values = edges(which);
    return values[choice / 4 % values.size()];
  }
  const bool near_one = choice % 4 < 3;
  const word bits = random_word();
  switch (which) {
    case kind::i16:
      return bits & 0xffff;
    case kind::i32:
      return (near_one ? bits : bits >> (32 + bits % 32)) & 0xffffffff;
    case kind::shift:
      return near_one ? bits >> 58 : bits & 0xffffffff;
    case kind::f16:
      return near_one ? moderate(10, 15, bits) : bits & 0xffff;
    case kind::bf16:
      return near_one ? moderate(7, 127, bits) : bits & 0xffff;
    case kind::f16x2:
      return near_one ? moderate(10, 15, bits) << 16 | moderate(10, 15, random_word())
                      : bits & 0xffffffff;
    case kind::bf16x2:
      return near_one ? moderate(7, 127, bits) << 16 | moderate(7, 127, random_word())
                      : bits & 0xffffffff;
    case kind::f32:
      return near_one ? moderate(23, 127, bits) : bits & 0xffffffff;
    case kind::f64:
      return near_one ? moderate(52, 1023, bits) : bits;
    case kind::e4m3x2:
    case kind::e5m2x2:
      return bits & 0xffff;
    default:
      return bits;
  }
}

}  // namespace

std::vector<word> edges(kind which) {
  switch (which) {
    case kind::i16:
      return {0, 1, 2, 7, 0x80, 0xff, 0x1234, 0x7fff, 0x8000, 0x8001, 0xfffe, 0xffff};
    case kind::i32:
      return {0,          1,          2,          0x80,       0xffff,     0x8000,
              0x12345678, 0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff};
    case kind::i64:
      return {0,
              1,
              2,
              0x80,
              0xffffffff,
              0x80000000,
              0x123456789abcdef0,
              0x7fffffffffffffff,
              0x8000000000000000,
              0x8000000000000001,
              0xffffffff00000000,
              0xffffffffffffffff};
    case kind::shift:
      return {0, 1, 8, 15, 16, 31, 32, 33, 63, 64, 255, 0xffffffff};
    case kind::f16:
      return {0,      0x8000, 0x3c00, 0xbe00, 0x0001, 0x83ff,
              0x0400, 0x7bff, 0x7c00, 0xfc00, 0x7e01, 0xfd55};
    case kind::bf16:
      return {0,      0x8000, 0x3f80, 0xbfc0, 0x0001, 0x807f,
              0x0080, 0x7f7f, 0x7f80, 0xff80, 0x7fc1, 0xff95};
    case kind::f16x2:
      return packed_edges(kind::f16);
    case kind::bf16x2:
      return packed_edges(kind::bf16);
    case kind::f32:
      return {0,          0x80000000, 0x3f800000, 0xbfc00000, 0x00000001, 0x807fffff,
              0x00800000, 0x7f7fffff, 0x7f800000, 0xff800000, 0x7fc12345, 0xff812345};
    case kind::f64:
      return {0,
              0x8000000000000000,
              0x3ff0000000000000,
              0xbff8000000000000,
              0x0000000000000001,
              0x800fffffffffffff,
              0x0010000000000000,
              0x7fefffffffffffff,
              0x7ff0000000000000,
              0xfff0000000000000,
              0x7ff8000123450000,
              0xfff0000543210000};
    case kind::e4m3x2:
    case kind::e5m2x2:
      return {0x0000, 0x8001, 0x0738, 0x087e, 0x7f77, 0xff78,
              0x7b7c, 0x7d7e, 0xfcfe, 0x3c03, 0x0402, 0x8788};
    default:
      return {};
  }
}

arguments table_of(const form& f) {
  arguments result;
  std::vector<word> values[3];
  for (std::size_t o = 0; o < 3; ++o) {
    values[o] = o < f.operands.size() ? edges(f.operands[o]) : std::vector<word>{0};
    if (f.operands.size() == 3) {  // every second one: 216 combinations
      for (std::size_t i = 0; i < values[o].size() / 2; ++i) values[o][i] = values[o][2 * i];
      values[o].resize(values[o].size() / 2);
    }
  }
  if (f.operands.size() == 1) {
    const std::vector<word> more = turns(f.operands[0]);
    values[0].insert(values[0].end(), more.begin(), more.end());
  }
  for (const word a : values[0])
    for (const word b : values[1])
      for (const word c : values[2]) {
        result.operands[0].push_back(a);
        result.operands[1].push_back(b);
        result.operands[2].push_back(c);
      }
  return result;
}

arguments sweep_of(const form& f) {
  arguments result;
  state = 2024;
  for (std::size_t o = 0; o < 3; ++o) {
    const kind which = o < f.operands.size() ? f.operands[o] : kind::i16;
    for (std::size_t i = 0; i < sweep_size; ++i) result.operands[o].push_back(random_value(which));
  }
  return result;
}
