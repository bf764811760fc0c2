// Any program built by nvcc: run it on a back end, look for errors in it.
#include <fmt/format.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "../failure.hpp"
#include "../text.hpp"
#include "checks/report.hpp"
#include "commands.hpp"
#include "program.hpp"

namespace lockstep::tutor::commands {
int exec(const context& all, const std::vector<std::string>& command_line) {
  const backend on = wanted_backend(all);
  command what = program_command(all, command_line, on);
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

int check(const context& all, const std::string& tools,
          const std::vector<std::string>& command_line) {
  const backend on = observing_backend(all, "what these checks do", "compute-sanitizer");
  command what = program_command(all, command_line, on);
  what.environment.emplace_back("LOCKSTEP_CHECKS", tools);
  // With JSON, standard output is for the JSON.
  observed run = observe_run(std::move(what), all.wish.json);
  auto& findings = run.seen.findings;
  for (auto& one : findings) name_sources(one, all.where);
  if (all.wish.json) {
    nlohmann::ordered_json root{{"backend", run.seen.backend},
                                {"program_exit", run.end.code},
                                {"findings", nlohmann::ordered_json::array()}};
    if (run.end.kind == process_end::how::signalled) root["program_exit"] = 128 + run.end.code;
    for (const auto& one : findings) {
      root["findings"].push_back(nlohmann::ordered_json::parse(checks::json(one)));
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
