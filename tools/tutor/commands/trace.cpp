// What each warp of a program's kernels does, step by step.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "commands/commands.hpp"
#include "commands/traced_program.hpp"
#include "export/export.hpp"
#include "language/language.hpp"
#include "programs/program.hpp"
#include "support/text.hpp"
#include "trace/perfetto.hpp"
#include "trace/text.hpp"

namespace lockstep::tutor::commands {
namespace {

// A timeline by the model, in place of steps.
int timeline(const context& all, const trace_arguments& how,
             const std::vector<std::string>& command_line) {
  const protocol::trace_options options = trace_options_of(how);
  const backend on =
      observing_backend(all.run, all.paths, tr("a timeline of an SM"), tr("Nsight Systems (nsys)"));
  const temporary_folder folder;
  const auto events = folder.path() / "events";
  command what = program_command(all.run, all.paths, command_line, on);
  what.environment.emplace_back("LOCKSTEP_COUNTERS", "1");
  what.environment.emplace_back("LOCKSTEP_CLOCK", "1");
  what.environment.emplace_back("LOCKSTEP_TIMELINE", events.string());
  const observed run = observe_run(std::move(what));
  const perfetto_trace seen =
      perfetto_from(content_of(events), kernel_filter(how.kernel), options.launches);
  if (seen.launches == 0) {
    fmt::print("{}", tr("No launch of {} that these options name has an estimate, so there is no "
                        "timeline.\nWhy not: ./lockstep estimate {}\n",
                        command_line[0], command_line[0]));
  } else {
    write_export(how.perfetto, seen.json);
    fmt::print("{}", tr("{}: {} of an SM, by the model: open it in https://ui.perfetto.dev\n"
                        "One microsecond there is one cycle.{}\n",
                        how.perfetto, count_of(seen.launches, "timeline"),
                        seen.is_cut ? tr(" One launch is longer than the part shown.") : ""));
  }
  std::fflush(stdout);
  print_findings(run.seen, all.paths);
  if (run.interrupted_by != 0) throw interrupted(run.interrupted_by);
  if (!run.end.succeeded())
    fmt::print(stderr, "{}", tr("lockstep: the program {}\n", in_language(end_in_words(run.end))));
  return code_for_program(run.end);
}

}  // namespace

int trace(const context& all, const trace_arguments& how,
          const std::vector<std::string>& command_line) {
  if (!how.perfetto.empty()) return timeline(all, how, command_line);
  const protocol::trace_options options = trace_options_of(how);
  const backend on = observing_backend(all.run, all.paths, tr("what each warp does"), "cuda-gdb");
  command what = program_command(all.run, all.paths, command_line, on);
  what.environment.emplace_back("LOCKSTEP_TRACE", options.text());
  what.output_to_error = all.json;  // standard output is for the data
  const observed run = observe_run(std::move(what));
  const traced_run seen = traced(run.seen, options);
  if (all.json) {
    fmt::print("{}\n", trace_json(seen).dump());
  } else if (!seen.has_steps()) {
    fmt::print("{}\n", nothing_text(seen, command_line[0]));
  } else {
    const auto find = [&](const std::string& name) { return find_source(name, all.paths); };
    fmt::print("{}", trace_text(seen, find, all.colours));
  }
  std::fflush(stdout);
  fmt::print(stderr, "{}", left_out_text(seen));
  print_findings(run.seen, all.paths);
  if (run.interrupted_by != 0) throw interrupted(run.interrupted_by);
  if (!run.end.succeeded())
    fmt::print(stderr, "{}", tr("lockstep: the program {}\n", in_language(end_in_words(run.end))));
  return code_for_program(run.end);
}

}  // namespace lockstep::tutor::commands
