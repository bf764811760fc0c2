// Times the kernels of the chapters on a GPU.
#include <fmt/format.h>

#include "bench/choice.hpp"
#include "bench/export.hpp"
#include "bench/measure.hpp"
#include "bench/plots.hpp"
#include "bench/table.hpp"
#include "commands/clocked_backend.hpp"
#include "commands/commands.hpp"
#include "course/chapter_program.hpp"
#include "language/language.hpp"
#include "programs/build.hpp"
#include "support/failure.hpp"
#include "support/text.hpp"
#include "support/write_file.hpp"

namespace fs = std::filesystem;

namespace lockstep::tutor::commands {
namespace {

using bench::recorded_run;

fs::path kept_in(const context& all, const bench_options& how) {
  return how.keep.empty() ? all.paths.build / "bench/records.jsonl" : fs::path(how.keep);
}

// What an earlier run left, of the cases that this one is about.
recorded_run earlier_run(const fs::path& file, const bench::selection& asked, bool any_asked) {
  if (!fs::exists(file)) {
    throw wrong_usage(tr("there is nothing to resume: no file {}", file.string()),
                      "Without --resume a new run starts.");
  }
  recorded_run before = bench::parse_run(content_of(file));
  if (before.asked.chapters.empty()) {
    throw setup_missing(tr("{} is not the file of a run that was interrupted", file.string()),
                        "Without --resume a new run starts.");
  }
  if (any_asked && before.asked != asked) {
    throw wrong_usage(tr("the run in {} measured other cases", file.string()),
                      "--resume alone continues with the cases of that run.");
  }
  return before;
}

std::vector<bench::program> programs_of(const context& all, const backend& on,
                                        const bench::selection& asked) {
  std::vector<bench::program> programs;
  for (const auto& name : asked.chapters) {
    command what;
    what.arguments = {(all.paths.build / chapter_program(name, "bench")).string()};
    const auto options = asked.arguments();
    what.arguments.insert(what.arguments.end(), options.begin(), options.end());
    what.environment = on.environment();
    programs.push_back({name, std::move(what)});
  }
  return programs;
}

void build_programs(const context& all, const std::vector<std::string>& chapters) {
  std::vector<std::string> targets;
  for (const auto& name : chapters) targets.push_back(chapter_program(name, "bench"));
  build_or_throw(all.paths, targets);
}

// "-" is standard output.
void write_or_throw(const std::string& file, const std::string& content, const fs::path& records) {
  if (file == "-") {
    fmt::print("{}", content);
    return;
  }
  const std::string problem = write_file(file, content);
  if (problem.empty()) return;
  throw setup_missing(
      tr("cannot write {}: {}", file, problem),
      tr("The results so far are kept: ./lockstep bench --from {}", records.string()));
}

recorded_run run_in(const std::string& file) {
  if (!fs::is_regular_file(file)) throw setup_missing(tr("there is no file {}", file), {});
  recorded_run seen = bench::parse_run(content_of(file));
  if (seen.measured() == 0 && seen.asked.chapters.empty())
    throw setup_missing(
        tr("{} contains no bench records", file),
        "Where ./lockstep bench keeps them: bench/records.jsonl in the build folder, "
        "or the file of --keep.");
  return seen;
}

// Tables, and the files that were asked for.
void show(const context& all, const bench_options& how, const recorded_run& seen,
          const fs::path& records) {
  if (how.json != "-" && how.csv != "-") {
    const recorded_run before = how.against.empty() ? recorded_run{} : run_in(how.against);
    fmt::print("{}", to_text(seen, before, all.colours));
  }
  if (!how.csv.empty()) {
    write_or_throw(how.csv, to_csv(seen, how.columns, how.command), records);
  }
  if (!how.json.empty()) write_or_throw(how.json, to_json(seen), records);
  std::fflush(stdout);
  if (!how.svg.empty()) bench::draw_plots(all.paths, records, how.svg);
}

int code_of(const recorded_run& seen, int otherwise) {
  const bool wrong = otherwise == 0 && !seen.all_right();
  return wrong ? static_cast<int>(exit_code::wrong_result) : otherwise;
}

// An earlier run, or what was asked for of it.
int show_recorded(const context& all, const bench_options& how) {
  recorded_run seen = run_in(how.from);
  if (how.which == bench::wanted_cases{}) {
    show(all, how, seen, how.from);
    return code_of(seen, 0);
  }
  bench::selection asked = bench::choose(how.which, all.course);
  if (how.which.chapters.empty()) asked.chapters.clear();  // another course's, too
  const std::string records = bench::chosen_records(content_of(how.from), asked);
  seen = bench::parse_run(records);
  if (seen.measured() == 0)
    throw wrong_usage(tr("no result in {} matches the options", how.from), {});
  const fs::path chosen = all.paths.build / "bench/chosen.jsonl";  // the plots are drawn from it
  if (!how.svg.empty()) write_or_throw(chosen.string(), records, how.from);
  show(all, how, seen, chosen);
  return code_of(seen, 0);
}

// How a run ended, if it did not simply come to its end.
int print_end(const bench::measured_run& run, const recorded_run& seen, const fs::path& records) {
  for (const auto& end : run.ends) fmt::print(stderr, "lockstep: {}\n", end);
  const auto kept = tr("{} kept in {}", count_of(seen.measured(), "result"), records.string());
  if (!seen.other_machine.empty()) {
    throw setup_missing(tr("the run was started on another GPU ({}, but this is {})",
                           seen.on->device, seen.other_machine),
                        kept + ". Without --resume a new run starts.");
  }
  if (!run.not_kept.empty()) {
    throw setup_missing(tr("cannot write {}: {}", records.string(), run.not_kept),
                        kept + ". Make room, then: ./lockstep bench --resume");
  }
  if (run.interrupted_by != 0) {
    fmt::print(stderr, "{}",
               tr("lockstep: interrupted; {}. ./lockstep bench --resume continues it.\n", kept));
    return 128 + run.interrupted_by;
  }
  if (!run.ends.empty())
    fmt::print(stderr, "{}",
               tr("  {}. ./lockstep bench --resume measures what is missing.\n", kept));
  if (seen.measured() == 0 && run.code == 0) {
    throw wrong_usage("no kernel matches the options",
                      "Without --kernels, --types and --operations all are measured.");
  }
  return code_of(seen, run.code);
}

}  // namespace

int bench(const context& all, const bench_options& how) {
  bench::require_columns(how.columns);
  if (!how.against.empty()) (void)run_in(how.against);  // it is there, before anything is measured
  if (!how.from.empty()) return show_recorded(all, how);
  bench::selection asked = bench::choose(how.which, all.course);
  const fs::path records = kept_in(all, how);
  recorded_run seen;
  if (how.resume) {
    seen = earlier_run(records, asked, how.which != bench::wanted_cases{});
    asked = seen.asked;
  }
  if (asked.chapters.empty()) throw wrong_usage("no chapter has kernels that are timed", {});
  const backend on = clocked_backend(
      all, tr("bench measures times on a GPU. Without one: ./lockstep profile PROGRAM counts, and\n"
              "./lockstep estimate PROGRAM asks a model. To see results measured elsewhere:\n"
              "./lockstep bench --from FILE."));
  if (!how.svg.empty()) bench::require_plotting();
  build_programs(all, asked.chapters);

  bench::record_file keep(records, how.resume);
  bench::measured_run run;
  if (!how.resume) {
    run.not_kept = keep.append(bench::run_record(asked));
    seen.asked = asked;
  }
  if (run.not_kept.empty()) run = bench::measure(programs_of(all, on, asked), seen, keep);
  show(all, how, seen, records);
  return print_end(run, seen, records);
}

}  // namespace lockstep::tutor::commands
