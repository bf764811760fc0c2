#include "02_warp_divergence/warp_count.hpp"

using lockstep::prediction;

namespace {

constexpr unsigned lanes = 32;

unsigned warps_in(const block_shape& b) {
  const unsigned for_a_row = (b.x + lanes - 1) / lanes;
  return for_a_row * b.y * b.z;
}

unsigned threads_in(const block_shape& b) { return b.x * b.y * b.z; }

}  // namespace

prediction warps(block_shape block) { return warps_in(block); }

prediction idle_lanes(block_shape block) { return lanes * warps_in(block) - threads_in(block); }
