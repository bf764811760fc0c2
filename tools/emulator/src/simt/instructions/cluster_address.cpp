#include "simt/instructions/cluster_address.hpp"

#include <string>

#include "lockstep/protocol/phrase.hpp"
#include "simt/state/cluster.hpp"

namespace lockstep::simt {
namespace {

constexpr std::uint64_t offset_mask = (std::uint64_t{1} << rank_shift) - 1;

std::uint32_t blocks_of(const warp& w) { return w.on->launch->cluster_blocks; }

}  // namespace

template <class T>
const step* map_address(warp& w, const step* s) {
  const std::uint64_t window = s->immediate != 0 ? shared_window : 0;
  const T* address = row<T>(w, s->a);
  const auto* rank = row<std::uint32_t>(w, s->b);
  T* d = row<T>(w, s->d);
  for_lanes(w.active, [&](unsigned lane) {
    if (rank[lane] >= blocks_of(w))
      raise_in_cluster(
          w, s, lane, finding_kind::out_of_bounds,
          blocks_of(w) == 1
              ? protocol::phrase(
                    "cluster-of-one-block",
                    "asks for the shared memory of block {} of its cluster, which has one block",
                    rank[lane])
              : protocol::phrase(
                    "no-such-block",
                    "asks for the shared memory of block {} of its cluster, which has {} blocks",
                    rank[lane], blocks_of(w)));
    const std::uint64_t offset = (address[lane] - window) & offset_mask;
    const std::uint64_t block =
        rank[lane] == w.block->rank ? 0 : std::uint64_t{rank[lane] + 1} << rank_shift;
    d[lane] = static_cast<T>(window + block + offset);
  });
  return s + 1;
}

template <class T>
const step* rank_of_address(warp& w, const step* s) {
  const std::uint64_t window = s->immediate != 0 ? shared_window : 0;
  const T* address = row<T>(w, s->a);
  auto* d = row<std::uint32_t>(w, s->d);
  for_lanes(w.active, [&](unsigned lane) {
    const std::uint64_t block = (address[lane] - window) >> rank_shift;
    d[lane] = block == 0 ? w.block->rank : static_cast<std::uint32_t>(block - 1);
  });
  return s + 1;
}

template const step* map_address<std::uint32_t>(warp&, const step*);
template const step* map_address<std::uint64_t>(warp&, const step*);
template const step* rank_of_address<std::uint32_t>(warp&, const step*);
template const step* rank_of_address<std::uint64_t>(warp&, const step*);

}  // namespace lockstep::simt
