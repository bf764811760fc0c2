// A traced run as data: what `lockstep trace` shows. docs/interfaces.md has the format of its JSON.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "records/records.hpp"
#include "trace/wish.hpp"

namespace lockstep::tutor {

// A warp's steps, each as its record has it, in order.
struct traced_warp {
  std::array<std::uint32_t, 3> block{};
  std::uint32_t number = 0;
  std::uint32_t lanes = ~0u;  // that exist
  std::vector<nlohmann::ordered_json> steps;
};

struct traced_launch {
  std::uint64_t number = 0;  // among all launches of the run, from 1
  std::string kernel;        // demangled
  std::array<std::uint32_t, 3> grid{1, 1, 1}, block{1, 1, 1};
  nlohmann::ordered_json by;  // who launched it; null: the host
  std::uint64_t begins = 0;
  std::optional<std::uint64_t> ends;  // nothing: the program ended first
  std::string stopped_by;             // the kind of finding; empty: none
  bool traced = false;
  std::uint64_t steps_left_out = 0;
  std::vector<traced_warp> warps;  // by block and number

  std::uint64_t blocks() const { return std::uint64_t{grid[0]} * grid[1] * grid[2]; }
  std::uint64_t warps_of_block() const;
};

// Something that the wish has left out: `kept` of so many `of`.
struct left_out {
  std::string what;          // "launches", "blocks", "warps" (of each block), "steps"
  std::uint64_t launch = 0;  // which; 0: of the run
  std::uint64_t kept = 0, of = 0;
};

struct traced_run {
  std::string backend, device;
  trace::wish wish;
  std::map<std::string, std::uint64_t> kernels;  // by name: how often each was launched
  std::vector<traced_launch> launches;           // in the order in which they began
  std::vector<struct left_out> left_out;

  bool has_steps() const;
};

// Records that are damaged count as far as they can be read.
traced_run traced(const report& seen, const trace::wish& wish);

nlohmann::ordered_json trace_json(const traced_run& run);

}  // namespace lockstep::tutor
