// Launches whose blocks differ: how much each block does, which blocks stand for the others, and
// which of them one SM runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lockstep::timing {

// Work of blocks, by their index: issue slots of an SM that they take at least.
using block_work = std::vector<float>;

// Whether so much that a few blocks, evenly spread, need not stand for all.
[[nodiscard]] bool differs(const block_work& work);

// The blocks next to the mean of up to `most` strata, that of the most work in all first. The one
// that does most is always a stratum of its own: where all blocks run at once, it ends last.
[[nodiscard]] std::vector<std::uint64_t> typical_blocks(const block_work& work, std::size_t most);

// The blocks of the SM that ends last, and of the one that has most to do, each in the order in
// which they begin. Blocks go breadth first over the SMs, then to the place that is free first.
struct blocks_of_sm {
  std::vector<std::uint64_t> blocks;
  double work = 0;
};
[[nodiscard]] std::vector<blocks_of_sm> busiest(const block_work& work, unsigned resident,
                                                unsigned multiprocessors);

}  // namespace lockstep::timing
