// Launches of which only the followed blocks run: what the others would have added to counters.
#pragma once

#include <cstdint>
#include <map>

namespace lockstep::timing {

// A kernel may ask a counter which block is the last one, and that block may do most of the work. A
// word that each block changes by as much, in atomic operations, goes on as if all blocks had run.
class left_out_blocks {
 public:
  // The block that runs is about to change the word, which is at this address of the host.
  void note(std::uint32_t* word);
  // The next one begins, and those between it and the one before are left out.
  void pass_to(std::uint64_t block);

 private:
  struct counter {
    std::uint32_t before = 0;  // when the block began
    std::uint32_t step = 0;    // by each block
    bool is_known = false;     // the step
  };
  std::map<std::uint32_t*, counter> counters_;
  std::uint64_t begun_ = 0;  // blocks
  std::uint64_t last_ = 0;
};

}  // namespace lockstep::timing
