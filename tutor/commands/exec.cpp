// Any program built by nvcc: run it on a back end, count what it does, look for errors in it.
#include <fmt/format.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "../backend.hpp"
#include "../elf.hpp"
#include "../failure.hpp"
#include "../profile/launches.hpp"
#include "../text.hpp"
#include "checks/report.hpp"
#include "commands.hpp"

namespace lockstep::tutor::commands {
namespace {

using nlohmann::ordered_json;

std::filesystem::path find_program(const std::string& name) {
  // As a shell does, except that a file in this folder needs no "./".
  if (name.find('/') != std::string::npos || std::filesystem::exists(name)) {
    return std::filesystem::absolute(name);
  }
  const auto found = find_on_path(name);
  return found.empty() ? std::filesystem::path(name) : found;
}

command program_command(const std::vector<std::string>& command_line, const backend& on) {
  command what;
  what.arguments = command_line;
  what.arguments[0] = find_program(command_line[0]).string();
  require_runnable(what.arguments[0]);
  what.environment = on.environment();
  return what;
}

// Counters and checks come from the emulator, or from a library that can do what it does.
backend observing_backend(const context& all, const std::string& purpose, const std::string& tool) {
  if (all.wish.backend == "gpu") {
    throw setup_missing(fmt::format("a GPU does not tell {}", purpose),
                        fmt::format("Use --backend emulator here, or {} on the GPU.", tool));
  }
  backend on = all.wish.backend == "auto" ? emulator_backend(all.where)
                                          : choose_backend(all.wish.backend, all.where);
  on.device = all.wish.device;
  return on;
}

struct observed {
  process_end end;
  report seen;
};

observed observe_run(const context& all, command what) {
  const temporary_folder folder;
  const auto file = folder.path() / "report";
  what.environment.emplace_back("LOCKSTEP_REPORT", file.string());
  what.environment.emplace_back("LOCKSTEP_QUIET", "1");
  what.output_to_error = all.wish.json;  // standard output is for the JSON
  observed result;
  result.end = tutor::run(what);
  result.seen = parse_report(content_of(file));
  for (const auto& one : result.seen.refusals) {
    // A call that it does not get leaves a program running; a kernel that does not run spoils what
    // is observed.
    const bool copes = one.reason == "unsupported_call" && result.end.succeeded();
    if (!copes) throw setup_missing(one.message, {});
    fmt::print(stderr, "lockstep: note: {}\n", one.message);
  }
  if (!result.seen.started) {
    throw setup_missing(what.arguments[0] + " never used the CUDA runtime library",
                        "Is it the right program? It must be linked with nvcc -cudart shared.");
  }
  return result;
}

// Compilers name files relative to where they ran, which for the course's own programs is the build
// folder.
void find_source(checks::access& access, const places& where) {
  const auto in_build = (where.build / access.file).lexically_normal();
  if (!std::filesystem::exists(access.file) && std::filesystem::exists(in_build)) {
    access.file = in_build.string();
  }
}

std::string end_in_words(const process_end& end) {
  return end.kind == process_end::how::exited ? fmt::format("ended with code {}", end.code)
                                              : "crashed: " + signal_name(end.code);
}

int code_for_program(const process_end& end) {
  return static_cast<int>(end.succeeded() ? exit_code::passed : exit_code::crashed);
}

}  // namespace

int exec(const context& all, const std::vector<std::string>& command_line) {
  backend on = choose_backend(all.wish.backend, all.where);
  on.device = all.wish.device;
  command what = program_command(command_line, on);
  // A report that the caller wants is the caller's; a GPU's runtime library writes none.
  if (on.name == "gpu" || std::getenv("LOCKSTEP_REPORT") != nullptr) replace_by(what);

  const temporary_folder folder;
  const auto file = folder.path() / "report";
  what.environment.emplace_back("LOCKSTEP_REPORT", file.string());
  const process_end end = tutor::run(what);
  // The message was on standard error; a program that ignores the error must not seem to have
  // worked.
  for (const auto& one : parse_report(content_of(file)).refusals) {
    if (one.of_the_whole_program()) return static_cast<int>(exit_code::setup_missing);
  }
  return end.kind == process_end::how::exited ? end.code : 128 + end.code;
}

int profile(const context& all, const std::vector<std::string>& command_line) {
  const backend on = observing_backend(all, "these counters", "Nsight Compute (ncu)");
  command what = program_command(command_line, on);
  what.environment.emplace_back("LOCKSTEP_COUNTERS", "1");
  const observed run = observe_run(all, std::move(what));
  const ordered_json counted = profile_json(run.seen);
  if (all.wish.json) {
    fmt::print("{}\n", counted.dump(2));
  } else if (run.seen.launches.empty()) {
    fmt::print("{} launched no kernel.\n", command_line[0]);
  } else {
    fmt::print("\n{}", profile_table(counted, all.colours));
  }
  if (!run.end.succeeded()) {
    fmt::print(stderr, "lockstep: the program {}\n", end_in_words(run.end));
  }
  return code_for_program(run.end);
}

int check(const context& all, const std::string& tools,
          const std::vector<std::string>& command_line) {
  const backend on = observing_backend(all, "what these checks do", "compute-sanitizer");
  command what = program_command(command_line, on);
  what.environment.emplace_back("LOCKSTEP_CHECKS", tools);
  observed run = observe_run(all, std::move(what));
  auto& findings = run.seen.findings;
  for (auto& one : findings) {
    find_source(one.where, all.where);
    if (one.other) find_source(*one.other, all.where);
  }
  if (all.wish.json) {
    ordered_json root{{"backend", run.seen.backend},
                      {"program_exit", run.end.code},
                      {"findings", ordered_json::array()}};
    if (run.end.kind == process_end::how::signalled) root["program_exit"] = 128 + run.end.code;
    for (const auto& one : findings) {
      root["findings"].push_back(ordered_json::parse(checks::json(one)));
    }
    fmt::print("{}\n", root.dump(2));
  } else {
    for (const auto& one : findings) fmt::print("{}\n", checks::text(one));
    if (!run.end.succeeded()) fmt::print("The program {}.\n", end_in_words(run.end));
    fmt::print("{}\n", findings.empty()
                           ? all.colours.good("No finding.")
                           : all.colours.bad(count_of(findings.size(), "finding") + "."));
  }
  if (!findings.empty()) return static_cast<int>(exit_code::check_found);
  return code_for_program(run.end);
}

}  // namespace lockstep::tutor::commands
