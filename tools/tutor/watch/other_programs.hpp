// Programs that the watch gives the terminal to.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "context.hpp"
#include "processes/process.hpp"

namespace lockstep::tutor::watch {

// The tutor itself, with the options that it was given.
command tutor_command(const context& all, const std::vector<std::string>& arguments);

// Counters of the kernels that an answer launches while it is graded.
command profile_command(const context& all, const exercise& exercise);

// The learner's editor; nullopt if none is known.
std::optional<command> editor_command(const std::filesystem::path& file);

// Runs it and waits until enter is pressed, so that its output can be read.
void run_and_wait_for_enter(const command& what);

}  // namespace lockstep::tutor::watch
