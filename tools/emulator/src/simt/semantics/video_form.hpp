// How video instructions (PTX ISA 9.7.18) pack what they are into step::immediate.
#pragma once

#include <bit>
#include <cstdint>

namespace lockstep::simt {

enum class video_operation : std::uint8_t {
  add,
  sub,
  absolute_difference,
  minimum,
  maximum,
  average,
  shift_left,
  shift_right,
  compare,
  multiply_add
};
enum class video_comparison : std::uint8_t { eq, ne, lt, le, gt, ge };
enum class video_second : std::uint8_t { none, add, minimum, maximum };

struct video_form {
  video_operation operation : 4;
  video_comparison comparison : 3;
  video_second second : 2;    // with operand c
  std::uint8_t elements : 3;  // 1, 2 or 4
  std::uint8_t signed_d : 1;
  std::uint8_t signed_a : 1;
  std::uint8_t signed_b : 1;
  std::uint8_t saturate : 1;
  std::uint8_t wrap : 1;      // of shifts
  std::uint8_t plus_one : 1;  // of vmad, and the next three
  std::uint8_t negate_product : 1;
  std::uint8_t negate_c : 1;
  std::uint8_t scale : 4;  // 0, 7 or 15
  // Of the result, one element: its bits 0 to 7 (.b0), 16 to 31 (.h1) and so on; of several: a
  // mask.
  std::uint8_t part_d : 4;
  // Of the operands, one element: a part as above; of several: for each element, from the lowest, 4
  // bits with its number among those of a and, behind them, b.
  std::uint16_t part_a;
  std::uint16_t part_b;

  std::uint64_t pack() const { return std::bit_cast<std::uint64_t>(*this); }
  static video_form unpack(std::uint64_t bits) { return std::bit_cast<video_form>(bits); }
};
static_assert(sizeof(video_form) == 8);

// Parts of a 32-bit operand; the byte's or half's number is added.
enum video_part : std::uint8_t { whole = 0, byte_0 = 1, half_0 = 5 };

}  // namespace lockstep::simt
