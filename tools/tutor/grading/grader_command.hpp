// How a grader is started, whatever it is to do.
#pragma once

#include <cstdint>
#include <filesystem>

#include "context.hpp"
#include "processes/process.hpp"
#include "programs/backend.hpp"

namespace lockstep::tutor {

// Without its arguments. `folder`: for its files; it runs in a folder of its own in there.
[[nodiscard]] command grader_command(const context& all, const backend& on,
                                     const std::filesystem::path& folder, std::uint64_t seed);

}  // namespace lockstep::tutor
