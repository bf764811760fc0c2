// A profile line by line: the source with counts in the margin.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "profile/launches.hpp"
#include "terminal/terminal.hpp"

namespace lockstep::tutor {

// Where a source file lies, of the name that the compiler wrote; empty if it is not found.
using source_finder = std::function<std::filesystem::path(const std::string&)>;

// One section for each kernel and file. A call that was inlined counts at the line that holds the
// inlined code. `program`: sources newer than it are pointed out.
std::string annotated_source(const std::vector<profiled_launch>& kernels, const source_finder& find,
                             const std::filesystem::path& program, const palette& colours);

}  // namespace lockstep::tutor
