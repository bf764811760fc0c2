// Nsight Compute's command, ncu: where it is, how it is asked, and what its complaints mean.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "course/paths.hpp"
#include "support/failure.hpp"

namespace lockstep::tutor {

// LOCKSTEP_NCU; or that on PATH, beside nvcc, in CUDA_HOME or CUDA_PATH, or where NVIDIA's packages
// put it. Throws failure (setup missing) if there is none.
std::filesystem::path find_ncu(const checkout_paths& paths);

// The words before the program: counts these metrics at the clocks as they are, and writes CSV for
// parse_hardware to `log`. `kernel`: a regular expression that demangled names must match, or
// empty. `first`: of each kernel its first launch alone; ncu has no way to ask for both.
std::vector<std::string> ncu_words(const std::filesystem::path& ncu,
                                   const std::vector<std::string>& metrics,
                                   const std::string& kernel, bool first,
                                   const std::filesystem::path& log);

// Why ncu could not count, in our words, if it said so. `said`: what it wrote; `gpu`: its name.
std::optional<failure> why_not_counted(std::string_view said, const std::string& gpu);

}  // namespace lockstep::tutor
