#include "programs/run_options.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "support/failure.hpp"

namespace lockstep::tutor {
namespace {

constexpr const char* seconds_unattended = "120";

bool is_set(const char* variable) {
  const char* const value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

bool is_attended() {
  const std::string ci = is_set("CI") ? std::getenv("CI") : "false";
  return (ci == "false" || ci == "0") && (isatty(STDERR_FILENO) || isatty(STDOUT_FILENO));
}

}  // namespace

environment_changes attendance(const run_options& options) {
  if (is_attended()) return {{"LOCKSTEP_INTERACTIVE", "1"}};
  if (options.timeout || is_set("LOCKSTEP_TIMEOUT")) return {};
  return {{"LOCKSTEP_TIMEOUT", seconds_unattended}};
}

void apply(const run_options& options, backend& on) {
  const bool orders = !options.schedule.empty() || options.workers || options.timeout;
  if (on.name == "gpu" && orders) {
    throw wrong_usage("--schedule, --workers and --timeout work on the emulator only",
                      "Add --backend emulator.");
  }
  on.device = options.device;
  const auto set = [&](const char* name, std::string value) {
    on.settings.emplace_back(name, std::move(value));
  };
  if (!options.schedule.empty()) set("LOCKSTEP_SCHEDULE", options.schedule);
  if (options.anyway) set("LOCKSTEP_ANYWAY", "1");
  if (options.seed) set("LOCKSTEP_SEED", std::to_string(*options.seed));
  if (options.workers) set("LOCKSTEP_WORKERS", std::to_string(*options.workers));
  if (!options.timeout) return;
  for (const char* const limit : {"LOCKSTEP_TIMEOUT", "LOCKSTEP_HOST_TIMEOUT"})
    set(limit, fmt::format("{:g}", *options.timeout));
}

}  // namespace lockstep::tutor
