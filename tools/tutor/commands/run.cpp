// The course's own programs and tests.
#include <fmt/format.h>

#include <cstdio>

#include "commands/commands.hpp"
#include "course/chapter_program.hpp"
#include "language/language.hpp"
#include "programs/backend.hpp"
#include "programs/build.hpp"
#include "support/failure.hpp"
#include "support/near_match.hpp"
#include "support/text.hpp"

namespace lockstep::tutor::commands {
namespace {

void require_program(const chapter& one, const std::string& program) {
  for (const auto& known : one.programs) {
    if (known == program) return;
  }
  throw wrong_usage(
      tr("{} has no program {}", one.name, program),
      did_you_mean(program, one.programs, tr("Its programs are: {}", join(one.programs, ", "))));
}

// A program of a chapter.
struct chosen {
  const chapter& of;
  std::string program;
};

// Builds all of them at once, with what they run on.
void build_programs(const context& all, const std::vector<chosen>& programs) {
  std::vector<std::string> targets{"tools/emulator/src/libcudart.so.13"};
  for (const auto& [of, program] : programs) targets.push_back(chapter_program(of.name, program));
  build_or_throw(all.paths, targets);
}

command command_for(const context& all, const backend& on, const chosen& which) {
  command what;
  what.arguments = {(all.paths.build / chapter_program(which.of.name, which.program)).string()};
  what.environment = on.environment();
  return what;
}

backend chosen_backend(const context& all) {
  backend on = choose_backend(all.run.backend, all.paths);
  apply(all.run, on);
  return on;
}

int code_of(const process_end& end) {
  if (end.kind != process_end::how::exited) return static_cast<int>(exit_code::crashed);
  return end.code;
}

// Runs one after the other, each below `title(it)`. The first exit code that is not 0, which stops
// none of those behind it.
template <class Title>
int run_in_turn(const context& all, const std::vector<chosen>& programs, Title title) {
  build_programs(all, programs);
  const backend on = chosen_backend(all);
  int code = 0;
  for (const chosen& one : programs) {
    if (&one != &programs.front()) fmt::print("\n");
    fmt::print("{}\n\n", title(one));
    std::fflush(stdout);
    const int result = code_of(tutor::run(command_for(all, on, one)));
    if (result != 0) {
      const std::string name = one.of.name + "/" + one.program;
      fmt::print("\n{}\n", all.colours.bad(tr("{} ended with code {}", name, result)));
    }
    if (code == 0) code = result;
  }
  return code;
}

int run_chapter(const context& all, const chapter& one) {
  std::vector<chosen> programs;
  for (const auto& program : one.programs) programs.push_back({one, program});
  return run_in_turn(all, programs, [&](const chosen& it) {
    return all.colours.bold(it.of.name + "/" + it.program);
  });
}

}  // namespace

int run(const context& all, const std::string& name, const std::vector<std::string>& arguments) {
  const auto slash = name.find('/');
  const chapter& one = all.course.find_chapter(name.substr(0, slash));
  if (one.programs.empty()) throw wrong_usage(tr("{} has no programs", one.name), {});
  if (slash == std::string::npos && arguments.empty()) return run_chapter(all, one);
  if (slash == std::string::npos) {
    throw wrong_usage(tr("arguments are for one program, and {} is a chapter", one.name),
                      tr("Name the program, as in {}/{}.", one.name, one.programs.front()));
  }
  std::string program = name.substr(slash + 1);
  if (program.starts_with(one.name + "_")) program.erase(0, one.name.size() + 1);
  require_program(one, program);
  const chosen it{one, program};
  build_programs(all, {it});
  command what = command_for(all, chosen_backend(all), it);
  what.arguments.insert(what.arguments.end(), arguments.begin(), arguments.end());
  replace_by(what);
}

int demo(const context& all) {
  std::vector<chosen> programs;
  for (const auto& one : all.course.chapters) {
    if (!one.headline.empty()) programs.push_back({one, one.headline});
  }
  return run_in_turn(all, programs, [&](const chosen& it) {
    return all.colours.bold(it.of.name) + "  " + it.of.title;
  });
}

namespace {

// Which answers `test` judges, of "K/N".
wanted_answers answers_of(const std::string& part) {
  wanted_answers which{.exercise = {}, .skip_edited = true};
  if (part.empty()) return which;
  int read = 0;
  const int numbers = std::sscanf(part.c_str(), "%u/%u%n", &which.part, &which.parts, &read);
  const bool whole = numbers == 2 && static_cast<std::size_t>(read) == part.size();
  if (!whole || which.part < 1 || which.part > which.parts) {
    throw wrong_usage(fmt::format("--part: `{}` is no part", part),
                      "K/N, with K from 1 to N: --part 1/3");
  }
  return which;
}

// Tests that take long belong to one of these suites (tests/chapters/meson.build).
constexpr unsigned suites_of_parts = 8;

// For `meson test`: what other parts test is left out.
std::vector<std::string> without_other_parts(const wanted_answers& which) {
  std::vector<std::string> options;
  for (unsigned suite = 1; suite <= suites_of_parts; ++suite)
    if ((suite + which.parts - which.part) % which.parts != 0) {
      options.emplace_back("--no-suite");
      options.push_back(fmt::format("part-{}", suite));
    }
  return options;
}

}  // namespace

int test(const context& all, const std::string& part) {
  const wanted_answers which = answers_of(part);
  const auto log = all.paths.build / "meson-logs/testlog.json";
  std::filesystem::remove(log);  // so that what is counted is of this run
  command tests;
  tests.arguments = {"meson", "test", "-C", all.paths.build.string(), "--print-errorlogs"};
  const auto options = without_other_parts(which);
  tests.arguments.insert(tests.arguments.end(), options.begin(), options.end());
  const int code = code_of(tutor::run(tests));
  test_counts counted = read_test_log(content_of(log));
  if (code != 0 && counted.failed == 0) counted.failed = 1;  // the tests could not be built or run

  fmt::print("{}",
             tr("\n"
                "The course's promises: stubs fail, solutions pass, wrong answers are caught{}.\n",
                part.empty() ? "" : tr(" (part {} of them)", part)));
  std::fflush(stdout);
  counted += judge_answers(all, which);
  fmt::print("\n{}{}\n", report_of_failures(counted), summary_of(counted));
  return static_cast<int>(counted.failed == 0 ? exit_code::passed : exit_code::wrong_result);
}

}  // namespace lockstep::tutor::commands
