// Orders in which warps, blocks, diverged lanes and children run. CUDA promises little about them,
// and a program that relies on more is wrong; the natural order hides that, the others show it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lockstep::simt {

enum class order : std::uint8_t {
  natural,      // first to last, each as far as it can; lanes meet again as early as possible
  in_step,      // the same, but by turns: a warp gives way to others before each access to memory
  shuffled,     // by chance, and warps are interrupted and split before accesses to memory
  adversarial,  // last to first; what is ahead stays ahead as long as it can
};

constexpr bool lanes_meet_early(order by) { return by == order::natural || by == order::in_step; }

struct schedule {
  order by = order::natural;
  std::uint64_t seed = 0;
};

// The chances of one worker. Equal seeds give equal runs: orders that are not natural run on one
// worker.
class dice {
 public:
  explicit dice(std::uint64_t seed = 0) : state_(seed) {}
  std::uint64_t next();
  // 0 .. n - 1
  std::uint64_t below(std::uint64_t n) { return next() % n; }

 private:
  std::uint64_t state_;
};

// The block that begins as the `number`th of `blocks`.
std::uint64_t block_in_turn(const schedule& s, std::uint64_t number, std::uint64_t blocks);

// Of `how_many` children that may run next, the one that does.
std::size_t child_in_turn(const schedule& s, dice& chances, std::size_t how_many);

// The order of a block's warps in one round: those at positions 0 .. count - 1.
class warp_order {
 public:
  warp_order(order by, dice& chances, std::size_t count);
  std::size_t at(std::size_t position) const {
    const std::size_t rotated =
        position + first_ < count_ ? position + first_ : position + first_ - count_;
    return backwards_ ? count_ - 1 - rotated : rotated;
  }

 private:
  std::size_t count_, first_ = 0;
  bool backwards_ = false;
};

}  // namespace lockstep::simt
