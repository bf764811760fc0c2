// How much the blocks of a worker do, from its counters: for the model of time.
#pragma once

#include <cstdint>
#include <vector>

#include "simt/state/code.hpp"
#include "simt/state/warp.hpp"

namespace lockstep::simt {

class work_meter {
 public:
  explicit work_meter(const struct code& code);
  // Adds to the block what the worker has counted since it was asked last.
  void add_to(block& b, const worker& on);

 private:
  std::uint64_t read(const worker& on) const;

  struct basic_block {
    std::uint32_t first, instructions;
  };
  std::vector<basic_block> blocks_;
  std::vector<std::uint32_t> accesses_;  // instructions
  std::uint64_t last_ = 0;
};

}  // namespace lockstep::simt
