// Blocks that run together and reach each other's shared memory (PTX ISA 2.2.2, 5.1.6.1).
#pragma once

#include <cstdint>
#include <vector>

#include "simt/warp.hpp"

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
struct cluster_place {
  std::array<std::uint32_t, 3> cluster, block;
};
cluster_place place_in_cluster(const running_launch& launch, const block& b);
// The number in the grid of the block with rank `rank` in cluster `number`.
std::uint64_t block_of_cluster(const running_launch& launch, std::uint64_t number,
                               std::uint32_t rank);

// Where an address of shared memory (an offset in its window) leads.
struct shared_place {
  block* of = nullptr;  // nullptr: there is no such block
  std::uint64_t offset = 0;
};
shared_place shared_place_of(const warp& w, std::uint64_t address);
// Host address of an access to shared memory that is not in the lane's own block; raises a fault if
// it is nowhere.
std::byte* shared_of_cluster(warp& w, const step* s, unsigned lane, std::uint64_t address,
                             std::uint32_t bytes, const char* access);

// The running split arrives at the cluster's barrier. Returns what to run.
const step* arrive_in_cluster(warp& w, const step* s, bool relaxed);
// Lanes leave the kernel that may have arrived; the barrier may be complete without them.
void leave_cluster(warp& w, lane_mask mask);
// Some other block of the cluster can go on.
bool others_can_run(const block& b);

namespace control {
// mapa: d = the address of what lies at a in the block of rank b. immediate: 1 if addresses are
// generic.
template <class T>
const step* map_address(warp& w, const step* s);
// getctarank: d (4 bytes) = the rank of the block in whose shared memory a lies.
template <class T>
const step* rank_of_address(warp& w, const step* s);
}  // namespace control

}  // namespace lockstep::simt
