#include "watch/other_programs.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <iostream>
#include <string>

#include "course/paths.hpp"
#include "grading/grading.hpp"
#include "language/language.hpp"
#include "programs/build.hpp"
#include "support/failure.hpp"

namespace fs = std::filesystem;

namespace lockstep::tutor::watch {

command tutor_command(const context& all, const std::vector<std::string>& arguments) {
  command what;
  what.arguments = {fs::read_symlink("/proc/self/exe").string(), "--backend", all.run.backend};
  if (!all.run.device.empty()) {
    what.arguments.insert(what.arguments.end(), {"--device", all.run.device});
  }
  what.arguments.insert(what.arguments.end(), arguments.begin(), arguments.end());
  what.environment = {{"LOCKSTEP_ROOT", all.paths.root.string()},
                      {"LOCKSTEP_BUILD", all.paths.build.string()}};
  return what;
}

command profile_command(const context& all, const exercise& exercise) {
  // Where verdicts come from two programs, the one that has both is not built by itself.
  if (!learners_answer(exercise).alone.empty())
    static_cast<void>(build(all.paths, {learners_answer(exercise).target}));
  command what = tutor_command(all, {"profile"});
  what.arguments.push_back((all.paths.build / learners_answer(exercise).target).string());
  what.arguments.insert(what.arguments.end(),
                        {"--no-intro", "--no-version", "--test-suite=properties"});
  return what;
}

std::optional<command> editor_command(const fs::path& file) {
  for (const char* variable : {"LOCKSTEP_EDITOR", "VISUAL", "EDITOR"}) {
    const char* editor = std::getenv(variable);
    if (editor == nullptr || *editor == '\0') continue;
    command what;
    // It may have arguments of its own.
    what.arguments = {"sh", "-c", std::string(editor) + " \"$1\"", "sh", file.string()};
    return what;
  }
  const char* terminal = std::getenv("TERM_PROGRAM");
  if (terminal != nullptr && std::string(terminal) == "vscode" && !find_on_path("code").empty()) {
    command what;
    what.arguments = {"code", file.string()};
    return what;
  }
  return std::nullopt;
}

void run_and_wait_for_enter(const command& what) {
  try {
    static_cast<void>(tutor::run(what));
  } catch (const failure& problem) {
    fmt::print("{}\n{}\n", problem.what(), problem.advice);
  } catch (const interrupted&) {
    fmt::print("\nStopped.\n");
  }
  fmt::print("{}", tr("\nEnter goes back. "));
  std::fflush(stdout);
  std::string ignored;
  std::getline(std::cin, ignored);
  std::cin.clear();
}

}  // namespace lockstep::tutor::watch
