// `profile --backend gpu`: what a GPU's counters say, beside what the emulator counts.
#pragma once

#include <string>
#include <vector>

#include "commands/commands.hpp"
#include "profile/metrics.hpp"

namespace lockstep::tutor::commands {

// Runs the program twice: on the GPU under Nsight Compute, then on the emulator. Throws failure if
// the GPU cannot count; if the emulator cannot, it says so and shows the GPU's counts alone.
int profile_on_gpu(const context& all, const profile_options& how,
                   const std::vector<named_metric>& metrics,
                   const std::vector<std::string>& command_line);

}  // namespace lockstep::tutor::commands
