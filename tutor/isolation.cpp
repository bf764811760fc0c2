#include "isolation.hpp"

#include "failure.hpp"
#include "process.hpp"

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

bool can_isolate() {
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

std::vector<std::string> isolated(const std::vector<std::string>& arguments,
                                  const std::filesystem::path& folder) {
  std::vector<std::string> words = prefix();
  words.insert(words.end(), {"--bind", folder.string(), folder.string(), "--"});
  words.insert(words.end(), arguments.begin(), arguments.end());
  return words;
}

}  // namespace lockstep::tutor
