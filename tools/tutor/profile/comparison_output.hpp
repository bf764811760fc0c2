// A comparison of counts as text, CSV and JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "profile/comparison.hpp"
#include "terminal/terminal.hpp"

namespace lockstep::tutor {

// Who counted.
struct counted_by {
  std::string gpu;      // "NVIDIA H200"
  std::string ncu;      // its program
  std::string profile;  // the emulator's device profile; empty: it did not run
};

// A table for each kernel and shape, of means over its launches; `each`: for each launch. Below
// them, what the letters mean and which launches have no partner.
std::string comparison_text(const comparison& all, const counted_by& who, bool each,
                            const palette& colours);

// kernel,grid,block,launch,metric,gpu,emulator,difference,cause: a line for each launch and metric.
// The difference is the emulator's value less the GPU's.
std::string comparison_csv(const comparison& all);

// The format of `lockstep profile --backend gpu --json`.
nlohmann::ordered_json comparison_json(const comparison& all, const counted_by& who);

}  // namespace lockstep::tutor
