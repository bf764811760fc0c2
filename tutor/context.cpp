#include "context.hpp"

#include <fmt/format.h>

#include "support/failure.hpp"

namespace lockstep::tutor {

void apply(const options& wish, backend& on) {
  const bool orders = !wish.schedule.empty() || wish.workers || wish.timeout;
  if (on.name == "gpu" && orders) {
    throw wrong_usage("--schedule, --workers and --timeout are the emulator's",
                      "Say --backend emulator too.");
  }
  on.device = wish.device;
  const auto set = [&](const char* name, std::string value) {
    on.settings.emplace_back(name, std::move(value));
  };
  if (!wish.schedule.empty()) set("LOCKSTEP_SCHEDULE", wish.schedule);
  if (wish.seed) set("LOCKSTEP_SEED", std::to_string(*wish.seed));
  if (wish.workers) set("LOCKSTEP_WORKERS", std::to_string(*wish.workers));
  if (wish.timeout) set("LOCKSTEP_TIMEOUT", fmt::format("{:g}", *wish.timeout));
}

}  // namespace lockstep::tutor
