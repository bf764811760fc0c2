// Blocks of launches that have ended, for the next launch of the same kernel in the same shape: its
// blocks are then there already, and their registers need not be mapped and filled anew. A
// cooperative launch has hundreds of blocks at a time, whose storage takes longer than short
// kernels.
#pragma once

#include <memory>
#include <mutex>
#include <tuple>
#include <vector>

#include "simt/state/warp.hpp"

namespace lockstep::simt {

class spare_blocks {
 public:
  // Prepared for another launch (see prepare_again). Null: there is none.
  std::unique_ptr<block> take(const running_launch& launch);
  // Those of one worker; blocks of other kernels or shapes go.
  void keep(const running_launch& launch, std::vector<std::unique_ptr<block>> blocks);

 private:
  using shape = std::tuple<std::uint64_t, std::uint32_t, std::uint32_t>;
  static shape shape_of(const running_launch& launch);

  std::mutex mutex_;
  shape shape_{};
  std::vector<std::unique_ptr<block>> blocks_;
  std::size_t bytes_ = 0;
};

}  // namespace lockstep::simt
