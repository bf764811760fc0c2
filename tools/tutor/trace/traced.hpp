// A traced run as data: what `lockstep trace` shows. docs/interfaces.md has the format of its JSON.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "lockstep/protocol/trace_options.hpp"
#include "lockstep/protocol/trace_record.hpp"
#include "records/records.hpp"

namespace lockstep::tutor {

// A warp's steps in order.
struct traced_warp {
  protocol::dimensions block{};
  std::uint32_t number = 0;
  protocol::lane_mask lanes = ~0u;  // that exist
  std::vector<protocol::trace_step> steps;
};

struct traced_launch {
  protocol::trace_launch begin;
  std::optional<protocol::trace_end> end;  // nothing: the program ended first
  std::vector<traced_warp> warps;          // by block and number

  std::uint64_t blocks() const {
    return std::uint64_t{begin.grid[0]} * begin.grid[1] * begin.grid[2];
  }
  std::uint64_t warps_of_block() const;
};

// What the options of a trace limit.
enum class trace_limit : std::uint8_t { launches, blocks, warps, steps };

// Something that the options have left out: `kept` of `of`.
struct left_out {
  trace_limit what = trace_limit::launches;  // warps: of each block; steps: of a launch
  std::uint64_t launch = 0;                  // which; 0: of the run
  std::uint64_t kept = 0, of = 0;
};

struct traced_run {
  std::string backend, device;
  protocol::trace_options options;
  std::map<std::string, std::uint64_t> kernels;  // by name: how often each was launched
  std::vector<traced_launch> launches;           // in the order in which they began
  std::vector<struct left_out> left_out;
  std::vector<protocol::finding> findings;

  bool has_steps() const;
};

// Records that are damaged count as far as they can be read.
[[nodiscard]] traced_run traced(const report& seen, const protocol::trace_options& options);

std::string name_of(trace_limit what);

nlohmann::ordered_json trace_json(const traced_run& run);

}  // namespace lockstep::tutor
