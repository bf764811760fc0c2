#include "simt/state/cluster.hpp"

#include <string>

#include "lockstep/protocol/phrase.hpp"
#include "simt/state/fault.hpp"

namespace lockstep::simt {
namespace {

constexpr std::uint64_t offset_mask = (std::uint64_t{1} << rank_shift) - 1;

std::uint32_t blocks_of(const warp& w) { return w.on->launch->cluster_blocks; }

}  // namespace

void raise_in_cluster(const warp& w, const step* s, unsigned lane, finding_kind kind,
                      std::string what) {
  fault f = fault_at(w, s, lane, kind, std::move(what));
  f.space = memory_space::shared;
  raise(std::move(f));
}

cluster_position position_in_cluster(const running_launch& launch, const block& b) {
  cluster_position location;
  for (unsigned i = 0; i < 3; ++i) {
    location.cluster[i] = b.index[i] / launch.cluster[i];
    location.block[i] = b.index[i] % launch.cluster[i];
  }
  return location;
}

std::uint64_t block_of_cluster(const running_launch& launch, std::uint64_t number,
                               std::uint32_t rank) {
  const auto &grid = launch.grid, &size = launch.cluster;
  const std::uint64_t across = grid[0] / size[0], down = grid[1] / size[1];
  const std::uint64_t x = number % across * size[0] + rank % size[0];
  const std::uint64_t y = number / across % down * size[1] + rank / size[0] % size[1];
  const std::uint64_t z = number / across / down * size[2] + rank / size[0] / size[1];
  return x + grid[0] * (y + grid[1] * z);
}

shared_location shared_location_of(const warp& w, std::uint64_t address) {
  const std::uint64_t rank = address >> rank_shift;
  if (rank == 0) return {w.block, address};
  if (rank > blocks_of(w)) return {};
  block* const of = w.block->cluster == nullptr ? w.block : w.block->cluster->blocks[rank - 1];
  return {of, address & offset_mask};
}

std::byte* shared_of_cluster(warp& w, const step* s, unsigned lane, std::uint64_t address,
                             std::uint32_t bytes, access_kind access) {
  const shared_location location = shared_location_of(w, address);
  if (location.of == nullptr || location.offset > w.shared_bytes ||
      bytes > w.shared_bytes - location.offset)
    return misplaced(w, s, lane, location.of == nullptr ? address : location.offset, bytes,
                     memory_space::shared, access);
  if (!location.of->busy)
    raise_in_cluster(
        w, s, lane, finding_kind::use_after_free,
        protocol::phrase("cluster-block-ended",
                         "accesses the shared memory of block {} of its cluster, which has ended: "
                         "let all blocks of the cluster wait for each other before they end",
                         location.of->rank));
  return location.of->shared.data() + location.offset;
}

}  // namespace lockstep::simt
