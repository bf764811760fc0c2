// What a traced kernel does: plain facts, from which records are made.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lockstep/protocol/trace_record.hpp"
#include "trace/parts.hpp"

namespace lockstep::trace {

using protocol::dimensions;
using kind = protocol::step_kind;

struct instruction {
  kind what = kind::other;
  std::string op;  // "ld.global.u32"
  std::string file;
  std::uint32_t line = 0;
  std::string callee;  // of a call
};

// What the lanes of one step access in one space.
struct access {
  protocol::memory_space space = protocol::memory_space::global;
  lanes by = 0;
  std::uint32_t bytes = 0;  // of each lane
  // By lane, as programs see it; in other spaces than global and constant memory an offset.
  std::array<std::uint64_t, protocol::lanes_per_warp> address{};
  std::uint64_t base = 0;        // where the allocation begins that the first of them is in, and
  std::uint64_t allocation = 0;  // its number; 0: it is in none
  std::uint32_t sectors = 0;     // of 32 bytes, in global memory
  std::uint32_t conflicts = 0;   // more passes than without bank conflicts, in shared memory
  // Read, written, or the operand of an atomic operation: bits, by element and lane.
  protocol::value_type type = protocol::value_type::none;
  std::vector<std::array<std::uint64_t, protocol::lanes_per_warp>> values;
  // What an atomic operation found there, likewise; empty: it does not say.
  std::vector<std::array<std::uint64_t, protocol::lanes_per_warp>> found;
};

// Values that lanes exchange: bits, by lane.
struct exchange {
  lanes by = 0;
  std::uint32_t distance = 0;  // or lane, or mask: the shuffle's operand
  protocol::value_type type = protocol::value_type::none;
  std::array<std::uint64_t, protocol::lanes_per_warp> gave{}, got{};
};

struct step {
  std::uint64_t at = 0;      // in the order of all that is reported of the run
  std::uint64_t number = 0;  // in its warp, from 1
  const instruction* what = nullptr;
  bool leaves_barrier = false;
  lanes active = 0;
  lanes executing = 0;  // those whose guard holds; of a branch: those that take it
  std::vector<access> accesses;
  std::optional<trace::exchange> exchanged;
  parts::change change;
};

struct place {
  dimensions block{};
  std::uint32_t warp = 0;
};

struct grid {
  std::uint64_t number = 0;  // among all launches of the run, from 1
  std::uint64_t at = 0;
  std::string kernel;
  dimensions blocks{1, 1, 1}, threads{1, 1, 1};
  std::optional<protocol::device_launch> by;
  dimensions cluster{};  // blocks of a cluster; zeros: they form none
  bool traced = false;
};

struct grid_end {
  std::uint64_t number = 0, at = 0;
  std::optional<protocol::finding_kind> stopped_by;  // nothing: it ended
  std::uint64_t steps_left_out = 0;                  // of the warps that were traced
  std::vector<protocol::traced_array> arrays = {};   // that it was given, or accessed
  std::vector<protocol::shared_array> shared = {};
};

}  // namespace lockstep::trace
