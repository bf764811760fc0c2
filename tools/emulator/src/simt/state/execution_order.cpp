#include "simt/state/execution_order.hpp"

namespace lockstep::simt {
namespace {

// SplitMix64 (Steele, Lea, Flood 2014, "Fast splittable pseudorandom number generators").
std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

// A permutation of 0 .. 4^half_bits - 1: a Feistel network of four rounds.
std::uint64_t permuted(std::uint64_t value, unsigned half_bits, std::uint64_t seed) {
  const std::uint64_t mask = (std::uint64_t{1} << half_bits) - 1;
  std::uint64_t left = value >> half_bits, right = value & mask;
  for (std::uint64_t round = 0; round < 4; ++round) {
    const std::uint64_t next = left ^ (mixed(right + seed + round * 0x9e3779b97f4a7c15u) & mask);
    left = right;
    right = next;
  }
  return left << half_bits | right;
}

}  // namespace

std::uint64_t dice::next() {
  state_ += 0x9e3779b97f4a7c15u;
  return mixed(state_);
}

std::uint64_t block_in_turn(const schedule& s, std::uint64_t number, std::uint64_t blocks) {
  if (lanes_meet_early(s.by)) return number;
  if (s.by == order::adversarial) return blocks - 1 - number;
  unsigned half_bits = 1;
  while (half_bits < 32 && std::uint64_t{1} << 2 * half_bits < blocks) ++half_bits;
  do {  // walk the cycle until it is back among the blocks
    number = permuted(number, half_bits, s.seed);
  } while (number >= blocks);
  return number;
}

std::size_t child_in_turn(const schedule& s, dice& chances, std::size_t how_many) {
  if (lanes_meet_early(s.by)) return 0;
  return s.by == order::adversarial ? how_many - 1 : chances.below(how_many);
}

warp_order::warp_order(order by, dice& chances, std::size_t count) : count_(count) {
  if (by == order::adversarial) backwards_ = true;
  if (by == order::shuffled) {
    first_ = chances.below(count);
    backwards_ = chances.below(2) != 0;
  }
}

}  // namespace lockstep::simt
