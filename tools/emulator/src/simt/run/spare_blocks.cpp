#include "simt/run/spare_blocks.hpp"

#include <utility>

namespace lockstep::simt {
namespace {

constexpr std::size_t most_bytes = std::size_t{256} << 20;

std::size_t bytes_of(const block& b) { return b.storage.size() + b.shared.size(); }

// What observers of a launch and its threads' local memory know of a block goes with it.
bool may_keep(const running_launch& launch) {
  return launch.monitor == nullptr && launch.recorder == nullptr && launch.provenance == nullptr &&
         launch.timing == nullptr && !launch.code->uses_local;
}

}  // namespace

spare_blocks::shape spare_blocks::shape_of(const running_launch& launch) {
  return {launch.code->number, launch.warps, launch.shared_bytes};
}

std::unique_ptr<block> spare_blocks::take(const running_launch& launch) {
  if (!may_keep(launch)) return nullptr;
  const std::scoped_lock lock(mutex_);
  if (blocks_.empty() || shape_ != shape_of(launch)) return nullptr;
  std::unique_ptr<block> found = std::move(blocks_.back());
  blocks_.pop_back();
  bytes_ -= bytes_of(*found);
  return found;
}

void spare_blocks::keep(const running_launch& launch, std::vector<std::unique_ptr<block>> blocks) {
  if (!may_keep(launch)) return;
  const std::scoped_lock lock(mutex_);
  if (shape_ != shape_of(launch)) {
    shape_ = shape_of(launch);
    blocks_.clear();
    bytes_ = 0;
  }
  for (auto& b : blocks) {
    if (bytes_ + bytes_of(*b) > most_bytes) return;
    bytes_ += bytes_of(*b);
    blocks_.push_back(std::move(b));
  }
}

}  // namespace lockstep::simt
