#include "programs/run_options.hpp"

#include <fmt/format.h>

#include "support/failure.hpp"

namespace lockstep::tutor {

void apply(const run_options& options, backend& on) {
  const bool orders = !options.schedule.empty() || options.workers || options.timeout;
  if (on.name == "gpu" && orders) {
    throw wrong_usage("--schedule, --workers and --timeout are the emulator's",
                      "Say --backend emulator too.");
  }
  on.device = options.device;
  const auto set = [&](const char* name, std::string value) {
    on.settings.emplace_back(name, std::move(value));
  };
  if (!options.schedule.empty()) set("LOCKSTEP_SCHEDULE", options.schedule);
  if (options.seed) set("LOCKSTEP_SEED", std::to_string(*options.seed));
  if (options.workers) set("LOCKSTEP_WORKERS", std::to_string(*options.workers));
  if (options.timeout) set("LOCKSTEP_TIMEOUT", fmt::format("{:g}", *options.timeout));
}

}  // namespace lockstep::tutor
