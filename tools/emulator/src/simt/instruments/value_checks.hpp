// Synccheck: values that nobody defines, since a shuffle read them from a lane that takes no part
// in it. To receive one is no bug: in the last steps of a reduction the upper lanes do, and throw
// it away. To use one is, so values are followed from register to register (of the same lane or, by
// another shuffle, of another) until an access to memory uses one.
#pragma once

#include <vector>

#include "simt/state/checked_block.hpp"

namespace lockstep::simt {

namespace instruments {
// The work of a shuffle (control::gather): notes who gets what, and does it.
const step* follow_shuffle(warp& w, const step* s);
// Before an instruction that computes with such values, and before an access to memory that uses
// them. extra: index into checked_code::carried, ::used.
const step* carry_values(warp& w, const step* s);
const step* use_values(warp& w, const step* s);
// Before an operation whose mask is whatever __activemask() gave. immediate: chance_masks.hpp.
const step* look_at_chance(warp& w, const step* s);
}  // namespace instruments

// What a warp-wide operation's second step does, whether or not it is followed.
action work_of(const warp& w, const step* s);
// A block begins.
void begin_values(block& b);

// A shuffle that lanes meet in at several places does its work once for each, for all of them:
// what is followed stays as it was, and what the lanes of each get is not followed.
class unfollowed_exchange {
 public:
  explicit unfollowed_exchange(warp& w);
  ~unfollowed_exchange();
  unfollowed_exchange(const unfollowed_exchange&) = delete;
  unfollowed_exchange& operator=(const unfollowed_exchange&) = delete;
  // The lanes that meet there, at this step.
  void meet(const step* at, lane_mask lanes);

 private:
  warp& w_;
  std::vector<checked_block::undefined_value> kept_;
  std::vector<unwritten_values::held> unwritten_;
};

}  // namespace lockstep::simt
