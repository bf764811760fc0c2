#include "grading/grader_command.hpp"

#include <fmt/format.h>

#include "processes/limits.hpp"

namespace fs = std::filesystem;

namespace lockstep::tutor {

command grader_command(const context& all, const backend& on, const fs::path& folder,
                       std::uint64_t seed) {
  const fs::path working_folder = folder / "work";
  fs::create_directories(working_folder);
  command grader;
  grader.environment = on.environment();
  const double launch_limit = all.run.time_limit * 0.7;
  // What the learner's shell may have set must not change a verdict.
  grader.environment.insert(grader.environment.end(),
                            {{"LOCKSTEP_CHECKS", "all"},
                             {"LOCKSTEP_MODEL_TIMES", std::nullopt},
                             {"LOCKSTEP_CLOCK", std::nullopt},
                             {"LOCKSTEP_STRICT", std::nullopt},
                             {"LOCKSTEP_LEAKS", std::nullopt},
                             {"LOCKSTEP_HOST_COPIES", "0"},
                             {"LOCKSTEP_KEEP_GOING", "1"},
                             {"LOCKSTEP_INTERACTIVE", std::nullopt},
                             {"LOCKSTEP_TIMEOUT", fmt::format("{:g}", launch_limit)},
                             {"LOCKSTEP_QUIET", "1"},
                             {"LOCKSTEP_SEED", std::to_string(seed)}});
  if (on.device.empty()) grader.environment.emplace_back("LOCKSTEP_DEVICE", std::nullopt);
  if (all.run.schedule.empty()) grader.environment.emplace_back("LOCKSTEP_SCHEDULE", std::nullopt);
  grader.folder = working_folder;
  grader.result_channel = true;
  grader.limits = resource_limits{};
  grader.limits->wall_time =
      std::chrono::milliseconds(static_cast<long>(all.run.time_limit * 1000));
  if (on.is_emulator()) grader.limits->data_bytes = default_data_bytes();
  return grader;
}

}  // namespace lockstep::tutor
