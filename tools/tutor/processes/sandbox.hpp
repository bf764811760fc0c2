// The sandbox of a learner's program, by bubblewrap where it is installed and allowed: files
// outside its own folder are read-only, and there are no other processes and no network.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lockstep::tutor {

// Folders that a program must not see: each `hidden` one looks empty, except for what is `visible`.
struct sandbox_folders {
  std::vector<std::filesystem::path> hidden, visible;
};

// Whether bubblewrap works here. Tried once.
[[nodiscard]] bool have_sandbox();

// The command line that runs `arguments` in the sandbox, with `folder` writable.
[[nodiscard]] std::vector<std::string> in_sandbox(const std::vector<std::string>& arguments,
                                                  const std::filesystem::path& folder,
                                                  const sandbox_folders& folders = {});

}  // namespace lockstep::tutor
