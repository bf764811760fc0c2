// The shared libraries of a program, and those among them that the emulator cannot serve.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "processes/process.hpp"

namespace lockstep::tutor {

struct loaded_library {
  std::string name;            // as it is asked for: "libcublas.so.13"
  std::filesystem::path file;  // empty: the loader does not find it

  bool operator==(const loaded_library&) const = default;
};

// What the dynamic loader prints with LD_TRACE_LOADED_OBJECTS.
std::vector<loaded_library> parse_loader_trace(std::string_view output);

// Throws failure if this program, which is to run on the emulator, needs a library that works with
// a GPU only: it would go on with results that nobody has computed, or not start.
void require_emulated_libraries(const command& program);

}  // namespace lockstep::tutor
