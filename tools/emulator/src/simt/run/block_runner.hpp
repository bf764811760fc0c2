// One block from its first instruction to its last.
#pragma once

#include <cstdint>

#include "simt/state/warp.hpp"

namespace lockstep::simt {

// Gives a block the storage that the launch needs, and fills the rows that are the same for all
// blocks (constants, thread numbers). Once per worker and launch.
void prepare(block& b, worker& on);
// The same for a block that an earlier launch of the same code, and of as many threads and bytes of
// shared memory, has left. Registers keep what is in them, as between blocks of one launch.
void prepare_again(block& b, worker& on);
// Makes `b` the block number `index` of the grid, ready to run; in a cluster of several, the one of
// rank `rank`.
void begin(block& b, std::uint64_t index, cluster* in = nullptr, std::uint32_t rank = 0);
// Runs until the block has ended, or all its warps have used up their fuel (it may be waiting for
// other blocks), or all wait for other blocks of the cluster. Raises fault, for a deadlock too.
enum class end_of_turn : std::uint8_t { of_block, by_fuel, by_waiting };
[[nodiscard]] end_of_turn run(block& b);

}  // namespace lockstep::simt
