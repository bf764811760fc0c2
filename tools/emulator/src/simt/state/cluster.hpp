// Blocks that run together and reach each other's shared memory (PTX ISA 2.2.2, 5.1.6.1).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "simt/state/fault.hpp"

namespace lockstep::simt {

// One worker runs its blocks in turn.
struct cluster {
  std::vector<block*> blocks;  // by rank
  std::uint32_t running = 0;   // blocks that have not ended
  // barrier.cluster: threads that have arrived and not left; one of them by .relaxed.
  std::uint32_t arrived = 0;
  bool relaxed = false;
};

// The x, y, z of a block's cluster, and of the block in the cluster.
struct cluster_position {
  dimensions cluster, block;
};
cluster_position position_in_cluster(const running_launch& launch, const block& b);
// The number in the grid of the block with rank `rank` in cluster `number`.
std::uint64_t block_of_cluster(const running_launch& launch, std::uint64_t number,
                               std::uint32_t rank);

// Where an address of shared memory (an offset in its window) leads.
struct shared_location {
  block* of = nullptr;  // nullptr: there is no such block
  std::uint64_t offset = 0;
};
shared_location shared_location_of(const warp& w, std::uint64_t address);
// Host address of an access to shared memory that is not in the lane's own block; misplaced() if it
// is nowhere.
std::byte* shared_of_cluster(warp& w, const step* s, unsigned lane, std::uint64_t address,
                             std::uint32_t bytes, access_kind access);
// Raises a fault in shared memory, with a text of its own.
[[noreturn]] void raise_in_cluster(const warp& w, const step* s, unsigned lane, finding_kind kind,
                                   std::string what);

}  // namespace lockstep::simt
