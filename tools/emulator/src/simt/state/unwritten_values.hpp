// Checked kernels: values from memory that nobody has written. To load one is no bug: tiles have
// halos beyond the array, warps read whole rows of a table of which a part is filled. To use one
// is. So a block follows them, from the first such load on, through registers, calls, shuffles,
// shared and local memory (instruments/unwritten.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "lockstep/protocol/memory_space.hpp"
#include "simt/state/carried_values.hpp"
#include "simt/state/warp.hpp"

namespace lockstep::simt {

// What a block knows of them.
struct unwritten_values {
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  // A load by a warp.
  struct source {
    std::uint32_t site = 0;  // index into checked_code::sites
    std::uint32_t warp = 0;
    protocol::memory_space space = protocol::memory_space::none;
    dimensions block{};
    lane_mask lanes = 0;
    std::array<std::uint64_t, lanes_per_warp> at{};  // addresses or offsets
  };
  // Lanes in which a register, or a byte of the parameter area, holds such a value.
  struct held {
    lane_mask lanes = 0;
    std::uint32_t source = 0;  // index into `sources`
  };
  // Such a value in memory: an index into `sources`, and a lane.
  struct stored {
    std::uint32_t source = 0;
    unsigned lane = 0;
  };

  bool any = false;  // otherwise there is nothing to follow
  std::vector<source> sources;
  std::vector<held> values;  // by warp, and register or byte of the parameter area
  // By byte of shared memory (its offset), or of local memory (of_local).
  std::unordered_map<std::uint64_t, stored> memory;

  static std::uint64_t of_local(std::uint32_t thread, std::uint64_t offset) {
    return (std::uint64_t{1} << 63) | std::uint64_t{thread} << 32 | offset;
  }
};

// What an instruction does with values, in checked_code::followed_steps by instruction.
struct followed_step {
  enum class what : std::uint8_t {
    nothing,
    carry,            // makes values of others
    load,             // from memory that is not the parameter area
    store,            // likewise
    load_parameter,   // from the parameter area
    store_parameter,  // to it
    call,
    give_back,  // ret
    use,        // anything else: it counts as a use of its operands
  } does = what::nothing;
  step* at = nullptr;    // its first step, in whose place instruments::follow_unwritten runs
  action run = nullptr;  // what that step does
  carried_values values;
  std::vector<std::uint32_t> used;  // registers: addresses, conditions, operands of a use
  // Of an access: its address, and which of checked_code::observed it is; none: nobody observes it.
  std::uint32_t address_row = 0, observed = unwritten_values::none;
  std::uint64_t address_offset = 0;
  parameter_slot slot;  // of the parameter area, of one element
  std::uint32_t call = 0, callee = unwritten_values::none;
  bool is_by_pointer = false;  // the callee's address stands in address_row
};

}  // namespace lockstep::simt
