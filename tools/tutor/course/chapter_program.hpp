// Programs of a chapter, as the build knows them.
#pragma once

#include <string>

namespace lockstep::tutor {

// The build's name of a program, such as 05_reduction's demo; the executable lies there in the
// build directory.
inline std::string chapter_program(const std::string& chapter, const std::string& program) {
  return "chapters/" + chapter + "/" + chapter + "_" + program;
}

}  // namespace lockstep::tutor
