// What the model says about a launch.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::timing {

// Why a warp does not issue, in the words of ncu.
enum class stall : std::uint8_t {
  selected,  // it does
  wait,
  long_scoreboard,
  short_scoreboard,
  barrier,
  membar,
  branch_resolving,
  math_pipe_throttle,
  mio_throttle,
  lg_throttle,
  not_selected,
  count_
};
constexpr std::size_t stalls = static_cast<std::size_t>(stall::count_);
std::string_view name_of(stall s);

using stall_cycles = std::array<double, stalls>;  // summed over warps

struct line_stalls {
  std::uint32_t instruction = 0;  // of PTX
  stall_cycles cycles{};
};

// What one variant would gain: the same launch on a machine that differs in one thing.
struct what_if {
  std::string_view change;
  double microseconds = 0;
};

struct estimate {
  std::string refused;                               // why there is none; empty: there is
  double microseconds = 0, launch_microseconds = 0;  // the second is part of the first
  std::string_view limited_by;
  double occupancy = 0;  // achieved, 0 to 1
  double waves = 0;
  double issue = 0, dram = 0, l2 = 0;  // utilisation, 0 to 1
  double instructions = 0;             // issued, of the launch
  stall_cycles cycles{};
  std::vector<line_stalls> by_instruction;
  std::vector<what_if> variants;
  double simulated = 0;  // share of the launch's blocks on an SM, the rest follows from these
};

}  // namespace lockstep::timing
