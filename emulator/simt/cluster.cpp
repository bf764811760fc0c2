#include "simt/cluster.hpp"

#include <algorithm>
#include <string>

#include "simt/checking.hpp"
#include "simt/control.hpp"
#include "simt/fault.hpp"

namespace lockstep::simt {
namespace {

constexpr std::uint64_t offset_mask = (std::uint64_t{1} << rank_shift) - 1;

std::uint32_t blocks_of(const warp& w) { return w.on->launch->cluster_blocks; }

[[noreturn]] void raise_in_cluster(const warp& w, const step* s, unsigned lane, const char* kind,
                                   std::string what) {
  fault f = fault_at(w, s, lane, kind, std::move(what));
  f.space = "shared";
  raise(std::move(f));
}

std::uint32_t live_threads(const cluster& c) {
  std::uint32_t threads = 0;
  for (const block* b : c.blocks) threads += b->live_threads;
  return threads;
}

void complete_if_all_came(cluster& c) {
  if (c.arrived == 0 || c.arrived < live_threads(c)) return;
  if (c.blocks.front()->checked != nullptr && !c.relaxed) note_cluster_barrier(c);
  c.arrived = 0;
  c.relaxed = false;
  for (block* b : c.blocks) {
    for (warp& w : b->warps) {
      w.in_cluster_barrier = 0;
      for (split& s : w.others) {
        if (s.waits != waiting::barrier || s.barrier != cluster_barrier) continue;
        s.waits = waiting::no;
        w.runnable = true;
      }
    }
  }
}

}  // namespace

cluster_place place_in_cluster(const running_launch& launch, const block& b) {
  cluster_place place;
  for (unsigned i = 0; i < 3; ++i) {
    place.cluster[i] = b.index[i] / launch.cluster[i];
    place.block[i] = b.index[i] % launch.cluster[i];
  }
  return place;
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

shared_place shared_place_of(const warp& w, std::uint64_t address) {
  const std::uint64_t rank = address >> rank_shift;
  if (rank == 0) return {w.block, address};
  if (rank > blocks_of(w)) return {};
  block* const of = w.block->cluster == nullptr ? w.block : w.block->cluster->blocks[rank - 1];
  return {of, address & offset_mask};
}

std::byte* shared_of_cluster(warp& w, const step* s, unsigned lane, std::uint64_t address,
                             std::uint32_t bytes, const char* access) {
  const shared_place place = shared_place_of(w, address);
  if (place.of == nullptr || place.offset > w.shared_bytes || bytes > w.shared_bytes - place.offset)
    raise_access(w, s, lane, place.of == nullptr ? address : place.offset, bytes, "shared", access);
  if (!place.of->busy)
    raise_in_cluster(w, s, lane, "use_after_free",
                     "accesses the shared memory of block " + std::to_string(place.of->rank) +
                         " of its cluster, which has ended: let all blocks of the cluster wait for "
                         "each other before they end");
  return place.of->shared.data() + place.offset;
}

const step* arrive_in_cluster(warp& w, const step* s, bool relaxed) {
  cluster& c = *w.block->cluster;
  if (const lane_mask twice = w.active & w.in_cluster_barrier; twice != 0)
    raise_in_cluster(w, s, first_lane(twice), "barrier_mismatch",
                     "arrives at the barrier of its cluster once more, before others have arrived "
                     "and without waiting for them");
  w.in_cluster_barrier |= w.active;
  c.arrived += lanes_in(w.active);
  c.relaxed = c.relaxed || relaxed;
  if (w.block->checked != nullptr) note_progress(w);
  complete_if_all_came(c);
  return w.others.empty() ? s + 1 : meet(w, s + 1);
}

void leave_cluster(warp& w, lane_mask mask) {
  cluster& c = *w.block->cluster;
  c.arrived -= lanes_in(mask & w.in_cluster_barrier);
  w.in_cluster_barrier &= ~mask;
  complete_if_all_came(c);
}

bool others_can_run(const block& b) {
  if (b.cluster == nullptr) return false;
  return std::any_of(b.cluster->blocks.begin(), b.cluster->blocks.end(), [&](const block* other) {
    return other != &b && other->busy &&
           std::any_of(other->warps.begin(), other->warps.end(),
                       [](const warp& w) { return w.runnable; });
  });
}

template <class T>
const step* control::map_address(warp& w, const step* s) {
  const std::uint64_t window = s->immediate != 0 ? shared_window : 0;
  const T* address = row<T>(w, s->a);
  const auto* rank = row<std::uint32_t>(w, s->b);
  T* d = row<T>(w, s->d);
  for_lanes(w.active, [&](unsigned lane) {
    if (rank[lane] >= blocks_of(w))
      raise_in_cluster(
          w, s, lane, "out_of_bounds",
          "asks for the shared memory of block " + std::to_string(rank[lane]) +
              " of its cluster, which has " +
              (blocks_of(w) == 1 ? "one block" : std::to_string(blocks_of(w)) + " blocks"));
    const std::uint64_t offset = (address[lane] - window) & offset_mask;
    const std::uint64_t block =
        rank[lane] == w.block->rank ? 0 : std::uint64_t{rank[lane] + 1} << rank_shift;
    d[lane] = static_cast<T>(window + block + offset);
  });
  return s + 1;
}

template <class T>
const step* control::rank_of_address(warp& w, const step* s) {
  const std::uint64_t window = s->immediate != 0 ? shared_window : 0;
  const T* address = row<T>(w, s->a);
  auto* d = row<std::uint32_t>(w, s->d);
  for_lanes(w.active, [&](unsigned lane) {
    const std::uint64_t block = (address[lane] - window) >> rank_shift;
    d[lane] = block == 0 ? w.block->rank : static_cast<std::uint32_t>(block - 1);
  });
  return s + 1;
}

template const step* control::map_address<std::uint32_t>(warp&, const step*);
template const step* control::map_address<std::uint64_t>(warp&, const step*);
template const step* control::rank_of_address<std::uint32_t>(warp&, const step*);
template const step* control::rank_of_address<std::uint64_t>(warp&, const step*);

}  // namespace lockstep::simt
