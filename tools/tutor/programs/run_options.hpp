// What the user asks of a run of CUDA programs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "programs/backend.hpp"

namespace lockstep::tutor {

struct run_options {
  std::string backend = "auto";       // as choose_backend takes it
  std::string device;                 // device profile of the emulator; empty: its default
  std::optional<std::uint64_t> seed;  // of a grader's inputs, and of the schedule
  std::string schedule;             // natural, shuffled, adversarial; empty: the emulator's default
  std::optional<unsigned> workers;  // host threads of the emulator
  std::optional<double> timeout;    // seconds after which the emulator stops a launch
  bool anyway = false;              // although it needs what the emulator does not have
  std::string nvcc;                 // more flags for sources that are compiled first
  double time_limit = 11;           // seconds that a grader may run
};

// Whether a person waits for the program, who can see that it takes long and stop it; if not, and
// if nobody has said how long a launch may take, it gets a limit.
environment_changes attendance(const run_options& options);

// Sets a back end as the options say. Throws failure (usage) if they ask a GPU for what only the
// emulator can do.
void apply(const run_options& options, backend& on);

}  // namespace lockstep::tutor
