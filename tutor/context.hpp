// What every command works with.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "course/manifest.hpp"
#include "course/places.hpp"
#include "programs/backend.hpp"
#include "terminal/terminal.hpp"

namespace lockstep::tutor {

// Options that several commands share.
struct options {
  bool json = false;
  std::string backend = "auto";
  std::string device;                 // device profile of the emulator; empty: its default
  std::optional<std::uint64_t> seed;  // of a grader's inputs, and of the schedule
  std::string schedule;             // natural, shuffled, adversarial; empty: the emulator's default
  std::optional<unsigned> workers;  // host threads of the emulator
  std::optional<double> timeout;    // seconds after which the emulator stops a launch
  std::string nvcc;                 // more flags for sources that are compiled on the way
  double time_limit = 11;           // seconds that a grader may run
  bool watched = false;  // the watch shows what comes of it: it checks each save, and has keys
};

// What the user asked of the run itself, for a back end. Throws failure (usage) if it is a GPU,
// which takes no such orders.
void apply(const options& wish, backend& on);

struct context {
  places where;
  manifest course;
  options wish;
  palette colours;
};

}  // namespace lockstep::tutor
