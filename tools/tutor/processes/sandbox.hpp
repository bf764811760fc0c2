// The sandbox of a learner's program, by bubblewrap where it is installed and allowed. It sees no
// other processes, no network, no terminal and no devices but those that hold nothing; has no
// capabilities; and of the disk it can write to its own folder alone. What is temporary (/tmp,
// /run), of services (/var, /srv), of users ($HOME, /home, /root) or of other disks (/mnt, /media)
// is empty, but for what it needs.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "processes/process.hpp"

namespace lockstep::tutor {

struct sandbox_folders {
  std::vector<std::filesystem::path> needed;   // to be read, also if they lie in what is empty
  std::vector<std::filesystem::path> hidden;   // empty, also if they lie in what is needed
  std::vector<std::filesystem::path> visible;  // to be read, also if they lie in what is hidden
  // A compiler reads what its source names: of /etc there is only what finds programs and
  // libraries, and of the devices /dev/null.
  bool is_for_compiler = false;
};

// Whether bubblewrap works here. Tried once.
[[nodiscard]] bool have_sandbox();

// The command line that runs `arguments` in the sandbox, with `folder` writable.
[[nodiscard]] std::vector<std::string> in_sandbox(const std::vector<std::string>& arguments,
                                                  const std::filesystem::path& folder,
                                                  const sandbox_folders& folders = {});

// Runs a command in the sandbox. If a signal ends it, the result has that signal, and not the exit
// code that bubblewrap makes of it.
process_end run_in_sandbox(command what, const std::filesystem::path& folder,
                           const sandbox_folders& folders = {});

}  // namespace lockstep::tutor
