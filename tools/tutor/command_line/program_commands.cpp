#include <CLI/CLI.hpp>

#include "command_line/vocabulary.hpp"
#include "commands/commands.hpp"

namespace lockstep::tutor {
namespace {

// Which steps of which warps.
void add_trace_bounds(CLI::App* to, commands::trace_arguments& how) {
  to->add_option("--kernel", how.kernel, "only kernels whose name matches this expression");
  to->add_option("--launch", how.launches,
                 "which launches of them, from 1: 2 or 1,4-6 (default 1-8)");
  to->add_option("--blocks", how.blocks, "which blocks of each, from 0 (default 0-1)");
  to->add_option("--warps", how.warps, "which warps of each block, from 0 (default 0-3)");
  to->add_option("--steps", how.steps, "at most this many steps of each warp (default 500)")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1000000}));
}

void add_view(vocabulary& v) {
  CLI::App* view = v.add_for_program(
      "view", "see a launch in a browser, lane by lane",
      [w = v.words](const context& all) { return commands::view(all, w->view, w->rest); });
  auto& how = v.words->view;
  view->add_option("--html", how.html,
                   "write the page to this file: self-contained, so it can be mailed");
  view->add_flag("--no-open", how.no_open, "do not open it in a browser");
  view->add_option("--from", how.from, "show a trace that `trace --json` wrote")
      ->check(not_empty());
  add_trace_bounds(view, how.trace);
  view->add_option("--port", how.port, "local port, if there is no display")
      ->check(CLI::Range(1u, 65000u))
      ->capture_default_str();
}

void add_trace(vocabulary& v) {
  CLI::App* trace = v.add_for_program(
      "trace", "show what each warp does, step by step",
      [w = v.words](const context& all) { return commands::trace(all, w->trace, w->rest); });
  auto& how = v.words->trace;
  add_trace_bounds(trace, how);
  trace
      ->add_option("--only", how.only,
                   "memory: steps that access memory; branches: where lanes diverge, reconverge, "
                   "wait or exit")
      ->check(CLI::IsMember({"all", "memory", "branches"}));
  v.add_json(trace);
  CLI::Option* const perfetto = trace->add_option(
      "--perfetto", how.perfetto,
      "write a timeline of an SM, as the timing model simulates it, for ui.perfetto.dev");
  for (const char* other : {"--blocks", "--warps", "--steps", "--only", "--json"})
    perfetto->excludes(trace->get_option(other));
}

void add_check(vocabulary& v) {
  CLI::App* check = v.add_for_program(
      "check", "look for errors in the kernels of a program",
      [w = v.words](const context& all) { return commands::check(all, w->check, w->rest); });
  auto& how = v.words->check;
  check
      ->add_option("--tool", how.tools,
                   "memcheck, racecheck, initcheck, synccheck, several separated by commas, or all")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::IsMember({"memcheck", "racecheck", "initcheck", "synccheck", "all"}));
  check->add_flag("--strict", how.strict, "follow the memory model to the letter");
  check->add_flag("--leaks", how.leaks, "report device memory that is never freed");
  check->add_flag("--keep-going,!--no-keep-going", how.keep_going,
                  "after a bad access, continue with 0 to see what else is wrong (the default); or "
                  "stop, as a GPU does");
  check
      ->add_option(
          "--schedules", how.schedules,
          "run in this many orders and in an adversarial one, and compare results; without it, a "
          "program with locks or flags also runs in the adversarial order, for up to twice the "
          "time of its first run, at most 10 s (--schedule natural: not at all)")
      ->check(CLI::Range(1u, 1000u));
  check
      ->add_option(
          "--suppress", how.suppress,
          "findings to leave out: KIND, KIND:FILE, KIND:FILE:LINE, or a file of such lines")
      ->allow_extra_args(false);
  check->add_flag("--allow-warnings", how.allow_warnings, "do not fail if there are only warnings");
  check->add_option("--junit", how.junit, "write findings as test results to this file");
  v.add_json(check);
}

void add_profile(vocabulary& v) {
  CLI::App* profile = v.add_for_program(
      "profile", "count what the kernels of a program do", [w = v.words](const context& all) {
        return w->flag ? commands::list_metrics(all) : commands::profile(all, w->profile, w->rest);
      });
  auto& how = v.words->profile;
  profile->add_flag("--launches", how.launches, "show each launch separately");
  profile->add_flag("--first", how.first, "only the first launch of each kernel");
  profile->add_flag("--time", how.time, "also estimate the time on a GPU, by the emulator's model");
  auto* by_line =
      profile->add_flag("--by-line", how.by_line, "show the source, with counts in the margin");
  auto* metrics = profile->add_option("--metrics", how.metrics,
                                      "nvprof's or Nsight Compute's names, separated by commas");
  profile->add_option("--kernel", how.kernel, "only kernels whose name matches this expression");
  auto* csv = profile->add_flag("--csv", how.csv, "print CSV, a line for each launch");
  auto* json = profile->add_flag("--json", v.to.json, "print JSON");
  profile->add_flag("--list-metrics", v.words->flag, "list the metrics that --metrics knows");
  by_line->excludes(metrics)->excludes(csv)->excludes(json);
  csv->excludes(json);
}

void add_estimate(vocabulary& v) {
  CLI::App* estimate = v.add_for_program(
      "estimate", "estimate how long the kernels of a program would take on a GPU",
      [w = v.words](const context& all) { return commands::estimate(all, w->estimate, w->rest); });
  auto& how = v.words->estimate;
  estimate->add_option("--kernel", how.kernel, "only kernels whose name matches this expression");
  estimate->add_flag("--warm", how.warm,
                     "assume that the kernels' inputs are in L2 already, as far as they fit");
  v.add_json(estimate);
}

}  // namespace

void add_workbench_commands(vocabulary& v) {
  v.add_for_program("exec", "run any CUDA program on a back end",
                    [w = v.words](const context& all) { return commands::exec(all, w->rest); });
  add_profile(v);
  add_estimate(v);
  add_check(v);
  add_trace(v);
}

void add_program_commands(vocabulary& v) {
  CLI::App* run =
      v.add("run", "build and run a chapter's programs, or one of them",
            [w = v.words](const context& all) { return commands::run(all, w->name, w->rest); });
  v.add_backend(run);
  v.add_run_settings(run);
  run->add_option("CHAPTER[/PROGRAM]", v.words->name,
                  "as in 05_reduction (all its programs) or 05/demo")
      ->required();
  run->add_option("ARGUMENTS", v.words->rest, "for one program, after --");
  v.add_backend(v.add("demo", "run the headline of each chapter", commands::demo));

  add_workbench_commands(v);
  add_view(v);
}

}  // namespace lockstep::tutor
