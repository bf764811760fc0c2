// What the kernels of a program do, counted: as a table, line by line, or as data.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <regex>

#include "commands/commands.hpp"
#include "commands/profile_gpu.hpp"
#include "language/language.hpp"
#include "profile/export.hpp"
#include "profile/metrics.hpp"
#include "profile/source.hpp"
#include "profile/table.hpp"
#include "programs/program.hpp"
#include "support/failure.hpp"
#include "support/text.hpp"

namespace lockstep::tutor::commands {
namespace {

std::string for_people(const report& seen, const std::vector<profiled_launch>& launches,
                       const profile_options& how, const std::vector<named_metric>& metrics,
                       const source_finder& find, const std::filesystem::path& program,
                       const palette& colours) {
  const auto rows = how.launches ? launches : grouped_by_shape(launches);
  std::string text = "\n";
  if (how.by_line) {
    text = annotated_source(grouped_by_kernel(launches), find, program, colours);
  } else if (!metrics.empty()) {
    text += metrics_text(rows, metrics);
  } else {
    text += profile_table(rows, how.launches);
  }
  return text + footnote(seen, colours, how.time);
}

}  // namespace

int profile(const context& all, const profile_options& how,
            const std::vector<std::string>& command_line) {
  const auto metrics =
      how.metrics.empty() ? std::vector<named_metric>() : find_metrics(how.metrics);
  const std::regex filter = kernel_filter(how.kernel);
  if (all.run.backend == "gpu") return profile_on_gpu(all, how, metrics, command_line);

  const backend on =
      observing_backend(all.run, all.paths, tr("these counters"), tr("Nsight Compute (ncu)"));
  command what = program_command(all.run, all.paths, command_line, on);
  what.environment.emplace_back("LOCKSTEP_COUNTERS", "1");
  if (how.time) what.environment.emplace_back("LOCKSTEP_CLOCK", "1");
  const std::filesystem::path program = what.arguments[0];
  // Standard output is for the data, if data is asked for.
  what.output_to_error = all.json || how.csv;
  observed run = observe_run(std::move(what));
  auto launches = parse_launches(run.seen);
  std::erase_if(launches, [&](const auto& one) { return !std::regex_search(one.kernel, filter); });
  if (how.first) launches = first_of_each_kernel(std::move(launches));
  if (all.json) {
    fmt::print("{}\n", (metrics.empty() ? profile_json(run.seen, filter, how.first)
                                        : metrics_json(run.seen, launches, metrics))
                           .dump(2));
  } else if (how.csv) {
    fmt::print("{}", profile_csv(launches, metrics));
  } else if (launches.empty()) {
    fmt::print("{}", tr("{} launched no kernel{}.\n", command_line[0],
                        run.seen.launches.empty() ? "" : tr(" whose name matches {}", how.kernel)));
  } else {
    const auto find = [&](const std::string& name) { return find_source(name, all.paths); };
    fmt::print("{}", for_people(run.seen, launches, how, metrics, find, program, all.colours));
  }
  std::fflush(stdout);
  print_findings(run.seen, all.paths);
  if (run.interrupted_by != 0) {
    fmt::print(stderr, "{}",
               tr("lockstep: the program was interrupted; these are its launches up to then\n"));
    throw interrupted(run.interrupted_by);
  }
  if (!run.end.succeeded()) {
    fmt::print(stderr, "{}", tr("lockstep: the program {}\n", in_language(end_in_words(run.end))));
  }
  return code_for_program(run.end);
}

int list_metrics(const context&) {
  fmt::print("{}", list_of_metrics());
  return 0;
}

}  // namespace lockstep::tutor::commands
