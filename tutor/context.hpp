// What every command works with.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "manifest.hpp"
#include "places.hpp"
#include "terminal.hpp"

namespace lockstep::tutor {

// Options that several commands share.
struct options {
  bool json = false;
  std::string backend = "auto";
  std::string device;  // device profile of the emulator; empty: its default
  std::optional<std::uint64_t> seed;
  double time_limit = 11;  // seconds that a grader may run
};

struct context {
  places where;
  manifest course;
  options wish;
  palette colours;
};

}  // namespace lockstep::tutor
