// What the user set: the LOCKSTEP_* variables and those of CUDA, read once (docs/interfaces.md).
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "checks/accesses.hpp"
#include "lockstep/protocol/trace_options.hpp"

namespace lockstep::cudart {

// The model of time, and what it takes L2 to hold when a launch begins.
enum class clock_setting : std::uint8_t { off, cold, warm, kept, flushed };

struct environment {
  std::string device = "h200";
  unsigned workers = 0;  // 0: number of cores
  std::string report;    // path, empty: none
  bool counters = false;
  bool memcheck = true;
  bool as_on_gpu = true;  // nobody asked for checks: what a GPU lets pass goes on
  checks::tools tools;    // the others
  bool leaks = false;
  clock_setting clock = clock_setting::off;
  std::string timeline;                       // of what the model simulates, a file; empty: none
  std::string clock_without;                  // a part of the model, for its own tests
  std::chrono::milliseconds timeout{0};       // of a launch
  std::chrono::milliseconds host_timeout{0};  // of the host without a launch
  bool host_copies = true;                    // initcheck looks at copies to the host
  std::chrono::milliseconds keep_going{0};    // after a bad access; 0: not at all
  bool anyway = false;                        // with libraries that need a GPU
  bool quiet = false;
  bool interactive = false;
  std::string schedule = "natural";
  std::uint64_t seed = 0;
  std::optional<protocol::trace_options> trace;
  bool launches_wait = false;
};

// Never destroyed: programs call the runtime from exit handlers too.
const environment& settings();

}  // namespace lockstep::cudart
