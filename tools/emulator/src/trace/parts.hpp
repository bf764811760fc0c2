// Which lanes of a warp stand together, as far as their steps show it.
#pragma once

#include <vector>

#include "lockstep/protocol/dimensions.hpp"

namespace lockstep::trace {

using lanes = protocol::lane_mask;

class parts {
 public:
  explicit parts(lanes all) : parts_{all} {}

  struct change {
    std::vector<lanes> split;  // the parts that lanes fall into which stood together; or none
    std::vector<lanes> met;    // two or more parts that have become one; or none
  };
  // Lanes `active` execute a step together.
  change run(lanes active);
  // The lanes of a part go different ways: those of `some`, and the others of it.
  void part(lanes some);
  // They have left the kernel.
  void leave(lanes gone);

 private:
  std::vector<lanes> parts_;  // disjoint, none empty
};

}  // namespace lockstep::trace
