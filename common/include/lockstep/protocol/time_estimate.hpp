// How long a launch would take on a GPU, as a model says that runs on none: `estimate` in the
// record of a counted launch.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lockstep::protocol {

// Why warps did not issue, in the words of ncu, and for which part of their time.
struct stall_share {
  std::string reason;
  double percent = 0;  // of all warps' cycles in the kernel
};

struct stalled_line {
  std::string file;
  std::uint32_t line = 0;
  double percent = 0;  // of the same: all reasons together
  std::vector<stall_share> reasons;
};

// The same launch if one thing were otherwise.
struct supposed_time {
  std::string change;
  double microseconds = 0;
};

struct time_estimate {
  std::string refused;  // why there is none, in words; empty: there is one
  std::string device;   // as in LOCKSTEP_DEVICE
  double microseconds = 0, error_percent = 0;
  double launch_microseconds = 0;  // of these, what an empty kernel takes
  std::string limited_by;  // "DRAM", "L2", "issue", "latency", "barriers", "block starts", "launch"
  double occupancy = 0;    // achieved, 0 to 1
  double waves = 0;
  double issue = 0, dram = 0, l2 = 0;  // utilisation, 0 to 1
  double warp_instructions = 0;        // of the machine, by all warps
  std::vector<stall_share> stalls;     // most first
  std::vector<stalled_line> lines;     // most first
  std::vector<supposed_time> what_if;
};

}  // namespace lockstep::protocol
