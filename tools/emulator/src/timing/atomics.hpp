// Atomic operations as sm_90 has them: some in one instruction, some as a loop around a comparison,
// and of those that all lanes do at one address, one for the warp.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "ptx/program.hpp"
#include "timing/machine.hpp"
#include "timing/operation.hpp"
#include "timing/path.hpp"
#include "timing/sharing.hpp"

namespace lockstep::timing {

// Of an atomic operation; `is_used`: something reads its result.
[[nodiscard]] atomic_form form_of(const ptx::decoded& i, bool is_used);
// Whether ptxas would have one lane do it for all that are there: at an address that it knows to be
// the same for all, where the result of each follows from that of one. Of 64 bits it does so only
// with sums of a value that it knows to be the same for all, which it multiplies.
[[nodiscard]] bool is_for_warp(const ptx::decoded& i, const std::vector<bool>& divergent,
                               bool is_used);
// Whether lanes bring values of their own, which then have to be added first.
[[nodiscard]] bool has_own_values(const ptx::decoded& i, const std::vector<bool>& divergent);

// What operations on global memory wait for in L2. Each slice does one sector after another, and
// lanes at one address one after another.
class l2_atomics {
 public:
  // `sharers`: SMs that do the same at the same time.
  l2_atomics(const machine& on, double sharers, const sharing& shared)
      : on_(on), sharers_(sharers), shared_(shared) {}

  struct how {
    atomic_form form = atomic_form::native;
    bool answers = false;      // somebody reads the result
    bool is_for_warp = false;  // one lane does it
  };
  // When they are done, of those that arrive at `now`.
  double run(double now, const touched_line& line, const how& what);
  // When all are done that have been begun.
  double last() const { return last_; }

 private:
  double cost_of(const touched_line& line, const how& what) const;

  const machine& on_;
  double sharers_;
  const sharing& shared_;
  // When free: the slices as one, for lines that all SMs work on and for those that each has for
  // itself; the address that has most; the way back.
  double common_ = 0, own_ = 0, hottest_ = 0, answers_ = 0;
  double last_ = 0;
};

// Atomic operations on shared memory. When they are done, and how long they keep the SM's pipe.
class shared_atomics {
 public:
  explicit shared_atomics(const machine& on) : on_(on) {}

  struct request {
    const memory_access* made;
    const touched_line* words;
    std::uint64_t block;  // a number of its own
    atomic_form form;
    bool is_for_warp;
    bool is_wide;
  };
  static double passes(const request& what);
  // `begins`: when the pipe takes it.
  double run(double begins, const request& what);

 private:
  double loop(double begins, const request& what);

  const machine& on_;
  std::unordered_map<std::uint64_t, double> words_;  // when free, by block and word
};

}  // namespace lockstep::timing
