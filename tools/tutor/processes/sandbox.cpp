#include "processes/sandbox.hpp"

#include "processes/process.hpp"
#include "support/failure.hpp"

namespace lockstep::tutor {
namespace {

std::vector<std::string> prefix() {
  return {"bwrap",
          "--ro-bind",
          "/",
          "/",
          "--dev-bind",
          "/dev",
          "/dev",
          "--proc",
          "/proc",
          "--tmpfs",
          "/dev/shm",
          "--unshare-pid",
          "--unshare-net",
          "--unshare-ipc",
          "--die-with-parent"};
}

}  // namespace

bool have_sandbox() {
  static const bool possible = [] {
    command trial;
    trial.arguments = prefix();
    trial.arguments.emplace_back("true");
    trial.capture = true;
    try {
      return run(trial).succeeded();
    } catch (const failure&) {
      return false;
    }
  }();
  return possible;
}

std::vector<std::string> in_sandbox(const std::vector<std::string>& arguments,
                                    const std::filesystem::path& folder,
                                    const sandbox_folders& folders) {
  std::vector<std::string> words = prefix();
  for (const auto& one : folders.hidden) words.insert(words.end(), {"--tmpfs", one.string()});
  for (const auto& one : folders.visible)
    words.insert(words.end(), {"--ro-bind", one.string(), one.string()});
  words.insert(words.end(), {"--bind", folder.string(), folder.string(), "--"});
  words.insert(words.end(), arguments.begin(), arguments.end());
  return words;
}

}  // namespace lockstep::tutor
