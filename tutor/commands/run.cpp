// The course's own programs and tests.
#include <fmt/format.h>

#include <algorithm>

#include "../backend.hpp"
#include "../build.hpp"
#include "../failure.hpp"
#include "../near_match.hpp"
#include "../text.hpp"
#include "commands.hpp"

namespace lockstep::tutor::commands {
namespace {

// The build's name of a chapter's program; the executable lies there in the build directory.
std::string target_of(const chapter& one, const std::string& program) {
  return fmt::format("chapters/{0}/programs/{0}_{1}", one.name, program);
}

void require_program(const chapter& one, const std::string& program) {
  for (const auto& known : one.programs) {
    if (known == program) return;
  }
  if (one.programs.empty()) throw wrong_usage(one.name + " has no programs", {});
  throw wrong_usage(
      fmt::format("{} has no program {}", one.name, program),
      did_you_mean(program, one.programs, "Its programs are: " + join(one.programs, ", ")));
}

command program_command(const context& all, const chapter& one, const std::string& program,
                        const std::vector<std::string>& arguments) {
  require_program(one, program);
  const std::string target = target_of(one, program);
  build_or_throw(all.where, {target, "emulator/libcudart.so.13"});
  backend on = choose_backend(all.wish.backend, all.where);
  apply(all.wish, on);
  command what;
  what.arguments = {(all.where.build / target).string()};
  what.arguments.insert(what.arguments.end(), arguments.begin(), arguments.end());
  what.environment = on.environment();
  return what;
}

int code_of(const process_end& end) {
  if (end.kind != process_end::how::exited) return static_cast<int>(exit_code::crashed);
  return end.code;
}

}  // namespace

int run(const context& all, const std::string& name, const std::vector<std::string>& arguments) {
  const auto slash = name.find('/');
  const chapter& one = all.course.find_chapter(name.substr(0, slash));
  std::string program = slash == std::string::npos ? "demo" : name.substr(slash + 1);
  if (program.starts_with(one.name + "_")) program.erase(0, one.name.size() + 1);
  replace_by(program_command(all, one, program, arguments));
}

int demo(const context& all) {
  int code = 0;
  for (const auto& one : all.course.chapters) {
    if (std::find(one.programs.begin(), one.programs.end(), "demo") == one.programs.end()) continue;
    fmt::print("{}  {}\n\n", all.colours.bold(one.name), one.title);
    std::fflush(stdout);
    const int result = code_of(tutor::run(program_command(all, one, "demo", {})));
    if (result != 0) {
      fmt::print("{}\n", all.colours.bad(fmt::format("{} ended with code {}", one.name, result)));
    }
    if (code == 0) code = result;
  }
  return code;
}

int test(const context& all) {
  const auto log = all.where.build / "meson-logs/testlog.json";
  std::filesystem::remove(log);  // so that what is counted is of this run
  command tests;
  tests.arguments = {"meson", "test", "-C", all.where.build.string(), "--print-errorlogs"};
  const int code = code_of(tutor::run(tests));
  tally counted = read_test_log(content_of(log));
  if (code != 0 && counted.failed == 0) counted.failed = 1;  // the tests could not be built or run

  fmt::print("\nThe course's promises: stubs fail, solutions pass, wrong answers are found out.\n");
  std::fflush(stdout);
  counted += judge_answers(all, {}, true);
  fmt::print("\n{}\n", summary_of(counted));
  return static_cast<int>(counted.failed == 0 ? exit_code::passed : exit_code::wrong_result);
}

}  // namespace lockstep::tutor::commands
