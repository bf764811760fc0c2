#include "course/git.hpp"

#include "language/language.hpp"
#include "processes/process.hpp"
#include "support/failure.hpp"
#include "support/text.hpp"

namespace lockstep::tutor {

git_answer git(const checkout_paths& paths, std::vector<std::string> arguments) {
  command call;
  call.arguments = {"git", "-C", paths.root.string()};
  call.arguments.insert(call.arguments.end(), arguments.begin(), arguments.end());
  call.capture = true;
  try {
    const process_end end = run(call);
    return {end.succeeded(), end.output};
  } catch (const failure& problem) {
    return {false, problem.what()};
  }
}

void require_trust(const checkout_paths& paths) {
  const git_answer top = git(paths, {"rev-parse", "--show-toplevel"});
  if (top.ok || top.output.find("dubious ownership") == std::string::npos) return;
  throw setup_missing(
      "git does not work in this folder, because it belongs to another user (\"dubious "
      "ownership\")",
      tr("If you trust it: git config --global --add safe.directory '{}'", paths.root.string()));
}

// The checkout itself, not a folder within another one's.
bool is_git_checkout(const checkout_paths& paths) {
  const git_answer top = git(paths, {"rev-parse", "--show-toplevel"});
  std::error_code error;
  return top.ok && std::filesystem::equivalent(first_line(top.output), paths.root, error);
}

}  // namespace lockstep::tutor
