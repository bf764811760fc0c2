// The memory instructions of an SM: all go through one pipe, to shared memory or to L1 and what is
// behind it.
#pragma once

#include <algorithm>
#include <cstdint>

#include "timing/atomics.hpp"
#include "timing/machine.hpp"
#include "timing/memory_system.hpp"
#include "timing/operation.hpp"
#include "timing/path.hpp"
#include "timing/result.hpp"

namespace lockstep::timing {

// What a warp has to wait for beyond its registers.
struct warp_memory {
  double stores_done = 0;   // for barriers and fences
  double loops_until = 0;   // around an atomic operation
  double atomics_free = 0;  // when its next atomic operation on shared memory may begin
};

class memory_pipe {
 public:
  memory_pipe(const machine& on, double sharers, double l1_bytes, const sharing& shared,
              bool no_conflicts)
      : on_(on),
        no_conflicts_(no_conflicts),
        memory_(on, sharers, l1_bytes, shared),
        shared_atomics_(on) {}

  struct instruction {
    const operation* what;
    const memory_access* made;  // nullptr: no lane had it to do
    const warp_path* path;
    std::uint64_t salt;  // of the block
    std::uint32_t warp;  // its place on the SM
  };
  // When its result is there, and what for a warp would wait until then.
  double run(const instruction& i, double now, warp_memory& warp, stall& reason);

  double free() const { return std::max(free_, entry_free_); }
  // Cycles for which the warp's scheduler is busy with the rounds of a loop.
  double issues() const { return issues_; }
  // When all is done that nobody waits for.
  double drained() const { return memory_.atomics_done(); }
  const memory_system& memory() const { return memory_; }

 private:
  double enter(double now);
  double pass(double now, double cycles);
  void hold_back(double now);
  double without_lanes(const instruction& i, double now, stall& reason);
  double on_shared(const instruction& i, double now, warp_memory& warp);
  double on_global(const instruction& i, double now, warp_memory& warp);
  double on_local(const instruction& i, double now);

  const machine& on_;
  const bool no_conflicts_;
  memory_system memory_;
  shared_atomics shared_atomics_;
  double free_ = 0, entry_free_ = 0, issues_ = 0;
};

}  // namespace lockstep::timing
