// The memory system as one SM sees it: its L1, its share of L2 and of DRAM. Each is a server that
// takes one thing after another.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "timing/atomics.hpp"
#include "timing/machine.hpp"
#include "timing/path.hpp"
#include "timing/sharing.hpp"

namespace lockstep::timing {

class memory_system {
 public:
  // `sharers`: SMs that have work at the same time.
  memory_system(const machine& on, double sharers, double l1_bytes, const sharing& shared);

  struct request {
    const touched_line* lines;
    unsigned count;
    std::uint64_t salt;  // of the block: its lines are others than those of the block sampled
    bool past_l1;
    // Of local memory: lines are those of the warp whose number this is, and L1 keeps what is
    // stored; ~0: of global memory.
    std::uint32_t local_of = ~0u;
    bool is_local() const { return local_of != ~0u; }
  };
  // When the last of it is there.
  double load(double now, const request& what);
  // Nobody waits for it.
  void store(double now, const request& what);
  // When its result is there.
  double atomic(double now, const request& what, const l2_atomics::how& how);
  double atomics_done() const { return atomics_.last(); }

  // Cycles of work ahead at `now` that a new request would wait for before it could be accepted.
  double backlog(double now) const;
  double dram_busy() const { return dram_.busy; }
  double l2_busy() const { return std::max(requests_.busy, sectors_.busy); }

 private:
  struct server {
    double free = 0, busy = 0;
    double take(double now, double cost);
  };
  struct l1_line {
    std::uint64_t key = ~std::uint64_t{0};
    std::uint8_t sectors = 0;
    double filled = 0, stored = -1e9;
    std::uint64_t used = 0;
  };
  struct l2_line {
    std::uint8_t sectors = 0, dirty = 0;
    std::uint64_t at = 0;  // in the order of insertions
  };

  l1_line* find_l1(std::uint64_t key);
  l1_line& make_l1(std::uint64_t key);
  // Of the sectors those that L2 has to get from DRAM.
  std::uint8_t missing(std::uint64_t key, std::uint8_t sectors, double share);
  // Of a line, or of another block's in its place.
  std::uint64_t key_of(std::uint64_t line, const request& of) const;
  // Of a line: sectors are written, those in `partial` not as a whole.
  void write(double now, std::uint64_t key, std::uint8_t sectors, std::uint8_t partial,
             double share);
  double translation(double now, const sharing::of_allocation* in);
  double from_l2(double now, std::uint64_t key, std::uint8_t sectors, double share);
  double dram_read(double now, std::uint8_t sectors);
  void note_dram(double now, double cost, bool reads);
  void dram_write(double now, double bytes);
  double random(std::uint64_t a);

  const machine& on_;
  double clean_bytes_;  // that may be written before any are written back
  double sharers_;
  const sharing& shared_;
  double dram_cycles_per_byte_;
  server port_, store_port_, requests_, sectors_, dram_;
  double load_ = 0, reads_ = 0, load_at_ = 0;  // of DRAM, decaying
  std::vector<l1_line> l1_;
  std::size_t l1_sets_;
  std::uint64_t l1_clock_ = 0;
  std::unordered_map<std::uint64_t, l2_line> l2_;
  std::uint64_t l2_clock_ = 0, l2_lines_;
  l2_atomics atomics_;
  std::unordered_map<std::uint64_t, double> translated_;  // when, by allocation
  std::uint64_t dice_ = 0;
};

}  // namespace lockstep::timing
