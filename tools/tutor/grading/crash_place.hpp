// Where in the learner's file a program crashed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "course/paths.hpp"

namespace lockstep::tutor {

// The line of `source`, a shown path, that the first of the frames in it stands for; 0: none does,
// or nobody can say. `frames`: offsets in the executable: of an instruction, then of where calls
// return to.
unsigned line_of_crash(const std::filesystem::path& executable,
                       const std::vector<std::uint64_t>& frames, const std::string& source,
                       const checkout_paths& paths);

}  // namespace lockstep::tutor
