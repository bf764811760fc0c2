// How far a run is: a line that is drawn anew in a terminal, a line now and then elsewhere.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "bench/record.hpp"
#include "terminal/terminal.hpp"

namespace lockstep::tutor::bench {

class progress {
 public:
  // Goes to standard error.
  progress();
  // A chapter's program starts, or has said how many cases it has.
  void begin(const std::string& chapter);
  void show(const chapter_run& chapter);
  void clear() { line_.clear(); }

 private:
  using clock = std::chrono::steady_clock;

  bool redrawn_;
  progress_line line_;
  clock::time_point start_;
  std::size_t before_ = 0;  // cases that an earlier run had measured
  bool counted_ = false;
  std::size_t reported_ = 0;  // tenths of the plan
};

// "3 min", "40 s": as exact as an estimate deserves.
std::string duration_text(double seconds);

}  // namespace lockstep::tutor::bench
