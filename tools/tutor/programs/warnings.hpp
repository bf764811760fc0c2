// The compiler's warnings about an answer. The build tool prints them only when it compiles, so
// they are kept beside the object for as long as that is up to date.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "course/paths.hpp"

namespace lockstep::tutor {

struct compiler_warning {
  std::string file;  // as shown to a person
  unsigned line = 0;
  std::string code;  // "174-D" of nvcc, "-Wuninitialized" of the host's compiler; may be empty
  std::string message;

  bool operator==(const compiler_warning&) const = default;
};

// Those about the file `source`, each line's once: nvcc reads a file for the host and for the GPU.
std::vector<compiler_warning> warnings_in(std::string_view output, const checkout_paths& paths,
                                          const std::string& source);

// What the compiler said of `source` when it made `object`, a path in the build directory: in this
// output of the build tool, or in an earlier one. Empty if something else than the tutor built it.
std::vector<compiler_warning> latest_warnings(std::string_view output, const checkout_paths& paths,
                                              const std::string& source, const std::string& object);

}  // namespace lockstep::tutor
