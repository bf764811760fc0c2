#include "grading/grading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <random>
#include <span>

#include "grading/answer_recipe.hpp"
#include "grading/crash_place.hpp"
#include "grading/grader_command.hpp"
#include "grading/line_to_blame.hpp"
#include "grading/refused_source.hpp"
#include "grading/violations.hpp"
#include "processes/sandbox.hpp"
#include "programs/backend.hpp"
#include "programs/program.hpp"
#include "support/failure.hpp"
#include "support/foreign_file.hpp"
#include "support/text.hpp"
#include "support/write_file.hpp"

namespace lockstep::tutor {
namespace {

constexpr double most_seconds_to_compile = 300;  // the graders' own parts too, if they are new

namespace fs = std::filesystem;

std::uint64_t fresh_number() {
  std::random_device source;
  return (static_cast<std::uint64_t>(source()) << 32) | source();
}

std::string fresh_nonce() { return fmt::format("{:016x}{:016x}", fresh_number(), fresh_number()); }

std::string flat(std::string name) {
  for (auto& c : name) {
    if (c == '/') c = '_';
  }
  return name;
}

std::string ending_of_alone(const exercise& exercise) {
  return exercise.is_device_code() ? ".fatbin" : "";
}

answer answer_at(const exercise& exercise, const std::string& suffix, std::string source) {
  const std::string name = flat(exercise.name);
  answer made{"tools/graders/grade_" + name + suffix, std::move(source)};
  made.alone_grader = alone_grader_of(exercise);
  if (!made.alone_grader.empty())
    made.alone = "tools/graders/answer_" + name + suffix + ending_of_alone(exercise);
  return made;
}

void read_source(evidence& seen, const checkout_paths& paths) {
  seen.source_text = content_of(paths.file(seen.source));
  seen.interface_text = content_of(paths.root / "exercises" / (seen.exercise + ".hpp"));
  seen.has_todo = seen.source_text.find("TODO") != std::string::npos;
}

// A call of the runtime in the grader's own code is no place for a learner to look at: the answer
// may be further out, or have nothing to do with it.
void place_in_answer(protocol::access& call, const std::string& answer) {
  if (call.file == answer) return;
  const auto own = std::find_if(call.callers.begin(), call.callers.end(),
                                [&](const auto& caller) { return caller.file == answer; });
  const bool found = own != call.callers.end();
  call.file = found ? own->file : std::string();
  call.line = found ? own->line : 0;
}

// File names as a person wants to read them.
void show_files_relative(evidence& seen, const checkout_paths& paths) {
  auto show = [&](std::string& file) { file = paths.shown(file); };
  for (auto& one : seen.records.cases) {
    for (auto& failure : one.failures) {
      show(failure.file);
      if (!failure.cause_file.empty()) show(failure.cause_file);
    }
  }
  const auto show_side = [&](protocol::access& side) {
    show(side.file);
    for (auto& caller : side.callers) show(caller.file);
    if (!side.call.empty()) place_in_answer(side, seen.source);
  };
  for (auto& found : seen.seen.findings) {
    show_side(found.where);
    if (found.other) show_side(*found.other);
    if (!found.launch) continue;
    show(found.launch->from.file);
    if (found.launch->from.file != seen.source) found.launch->from = {};  // by the grader
  }
}

bool report_has_timeout(const fs::path& file) {
  const std::string text = read_foreign(file, largest_report).content;
  for (const auto& line : lines_of(text)) {
    if (line.find("\"timeout\"") == std::string::npos) continue;
    for (const auto& found : parse_report(line).findings) {
      if (found.kind == protocol::finding_kind::timeout) return true;
    }
  }
  return false;
}

fs::path program_with_answer(const context& all, const answer& which, const backend& on) {
  const bool is_alone = on.is_emulator() && !which.alone.empty();
  return all.paths.build / (is_alone ? which.alone : which.target);
}

// What a run of a grader is for.
enum class purpose { verdict, counts, model_times };

// Runs the grader on a back end and fills in what was seen.
void run_grader(const context& all, const answer& which, const backend& on, evidence& seen,
                const std::vector<std::string>& more_arguments = {}, purpose why = purpose::verdict,
                const std::string& trace = {}, std::string* timeline = nullptr) {
  const temporary_folder folder;
  const fs::path report_file = folder.path() / "report";
  const fs::path timeline_file = folder.path() / "timeline";
  const bool is_model = why == purpose::model_times;
  command grader = grader_command(all, on, folder.path(), seen.seed);
  if (on.is_emulator())
    add_program(all, which, grader);
  else
    grader.arguments = {(all.paths.build / which.target).string()};
  grader.arguments.insert(grader.arguments.end(), {"--no-intro", "--no-version"});
  grader.arguments.emplace_back(is_model           ? "--test-suite=time"
                                : on.is_emulator() ? "--test-suite-exclude=time"
                                                   : "--test-suite=results,time");
  grader.arguments.insert(grader.arguments.end(), more_arguments.begin(), more_arguments.end());
  grader.environment.insert(
      grader.environment.end(),
      {{"LOCKSTEP_REPORT", report_file.string()},
       {"LOCKSTEP_COUNTERS",
        why == purpose::counts || timeline != nullptr ? std::optional("1") : std::nullopt},
       {"LOCKSTEP_TRACE", trace.empty() ? std::nullopt : std::optional(trace)},
       {"LOCKSTEP_NONCE", seen.nonce}});
  if (timeline != nullptr) {
    grader.environment.emplace_back("LOCKSTEP_CLOCK", "1");
    grader.environment.emplace_back("LOCKSTEP_TIMELINE", timeline_file.string());
  }
  if (is_model) {
    grader.environment.emplace_back("LOCKSTEP_MODEL_TIMES", "1");
    grader.environment.emplace_back("LOCKSTEP_CHECKS", "none");
    // As on a GPU, where the stopwatch fills other memory before each run.
    grader.environment.emplace_back("LOCKSTEP_CLOCK", "flushed");
  }

  // A GPU's driver wants more of the machine than an isolated program sees.
  const bool alone = on.is_emulator() && have_sandbox();
  grader.bare_environment = alone;

  // Once a kernel is known to hang, there is nothing to wait for but the grader's own last words.
  unsigned looks_after_timeout = 0;
  grader.should_stop = [&] {
    if (looks_after_timeout == 0 && !report_has_timeout(report_file)) return false;
    return ++looks_after_timeout > 5;
  };

  seen.end = alone ? run_in_sandbox(grader, folder.path(), folders_for(all, which)) : run(grader);
  seen.records = parse_grader_records(seen.end.results);
  seen.seen = parse_report(read_foreign(report_file, largest_report).content);
  if (timeline != nullptr) *timeline = read_foreign(timeline_file, largest_report).content;
  if (seen.end.kind == process_end::how::signalled && seen.records.crash)
    seen.crash_line = line_of_crash(program_with_answer(all, which, on), seen.records.crash->frames,
                                    which.source, all.paths);
  seen.on_gpu = !on.is_emulator();
  show_files_relative(seen, all.paths);
}

// As judge; but what the checks found may be missing if the disk for it is full, and then nobody
// knows that all is well.
verdict judge_seen(const evidence& seen) {
  verdict result = judge(seen);
  if (!result.passed() && result.code != exit_code::property_missed) return result;
  require_room_to_record();
  return result;
}

// What is compiled of the answer for a verdict. An object has Meson's name: the source's path as
// seen from tools/graders/, on one level.
std::string object_of(const exercise& exercise, const answer& which) {
  if (exercise.is_device_code()) return which.alone;
  const std::string_view own_folder = "tools/graders/";
  const bool inside = which.source.starts_with(own_folder);
  const std::string from_there =
      inside ? which.source.substr(own_folder.size()) : "../../" + which.source;
  return which.target + ".p/" + flat(from_there) + ".o";
}

// Ninja compares times: a file that was moved to its place may be older than the object that was
// made of the one before. So the source of an object is kept beside it (tools/graders/run.sh does
// it, too). The learner's own are compiled again if nobody knows.
void forget_object_of_another(const fs::path& object, const std::string& shown,
                              const std::string& text) {
  const fs::path kept = object.string() + ".source";
  std::error_code error;
  const bool is_known = fs::exists(kept, error);
  if (is_known ? content_of(kept) == text : !shown.starts_with("exercises/")) return;
  fs::remove(object, error);
  // A folder that cannot be written is told by the build.
  if (fs::exists(object.parent_path(), error)) (void)write_file(kept, text);
}

build_result too_large(const std::string& source, const std::string& why) {
  build_result refused;
  refused.kind = build_result::outcome::does_not_compile;
  refused.errors.push_back({source, 0, why});
  return refused;
}

// The rule that an answer which compiles breaks; empty if it breaks none.
std::string violation_in(const context& all, const exercise& exercise, const answer& which) {
  const std::string object = object_of(exercise, which);
  std::vector<std::string> inputs = inputs_of(all.paths, object);
  for (auto& file : inputs) file = all.paths.shown(file);
  if (const auto file = foreign_answer(inputs, which.source); !file.empty())
    return fmt::format("includes {}", file);
  return violation_of(exercise, content_of(all.paths.build / object),
                      offered_by(inputs, all.paths));
}

// Nobody should wonder why it has no effect.
void mention_unused_code(const exercise& exercise, const evidence& seen, verdict& of) {
  if (!exercise.kernels_only) return;
  const std::string unused = unused_host_code(seen.source_text);
  if (!unused.empty()) of.details.push_back(unused);
}

evidence evidence_for(const context& all, const exercise& exercise, const answer& which) {
  evidence seen;
  seen.exercise = exercise.name;
  seen.source = which.source;
  seen.seed = all.run.seed.value_or(fresh_seed());
  seen.nonce = fresh_nonce();
  seen.time_limit = all.run.time_limit;
  seen.watched = all.watched;
  return seen;
}

// The second back end for the results; nullopt where there is none.
std::optional<backend> second_backend(const context& all) {
  if (all.run.backend == "emulator") return std::nullopt;
  const backend chosen = choose_backend(all.run.backend, all.paths);
  if (chosen.is_emulator()) return std::nullopt;
  return chosen;
}

}  // namespace

std::string violation_of(const exercise& exercise, const std::string& object,
                         const std::vector<std::string>& offered) {
  if (exercise.is_device_code()) return {};  // nothing in it is for the host
  const auto bytes = std::as_bytes(std::span(object));
  return exercise.kernels_only ? violation_in_constants(bytes, offered)
                               : violation_in_object(bytes, offered);
}

std::string alone_grader_of(const exercise& exercise) {
  return exercise.apart || exercise.is_device_code()
             ? "tools/graders/grade_" + flat(exercise.name) + "_apart"
             : "";
}

std::vector<std::string> targets_of(const answer& which) {
  std::vector<std::string> all{"tools/emulator/src/libcudart.so.13"};
  if (which.alone.empty())
    all.push_back(which.target);
  else
    all.insert(all.end(), {which.alone, which.alone_grader});
  return all;
}

void add_program(const context& all, const answer& which, command& grader) {
  if (which.alone.empty()) {
    grader.arguments.push_back((all.paths.build / which.target).string());
    return;
  }
  grader.arguments.push_back((all.paths.build / which.alone_grader).string());
  grader.environment.emplace_back("LOCKSTEP_ANSWER", (all.paths.build / which.alone).string());
  // Free in both processes (tools/graders/apart/messages.hpp).
  grader.environment.emplace_back("LOCKSTEP_DEVICE_RANGE", "200000000000");
}

std::uint64_t fresh_seed() { return fresh_number() % 1'000'000; }

std::uint64_t unguessable_seed() {
  constexpr unsigned bits_of_json = 53;  // that every reader of JSON keeps
  return fresh_number() >> (64 - bits_of_json);
}

sandbox_folders folders_for(const context& all, const answer& which) {
  sandbox_folders folders = which.folders;
  const fs::path program = all.paths.build / which.target;
  folders.needed.insert(folders.needed.end(),
                        {all.paths.root, all.paths.build, program.parent_path()});
  if (!which.alone_grader.empty()) folders.visible.push_back(all.paths.build / which.alone_grader);
  const fs::path solutions = all.paths.root / "solutions";
  if (!which.source.starts_with("solutions/") && fs::is_directory(solutions))
    folders.hidden.push_back(solutions);
  return folders;
}

answer learners_answer(const exercise& exercise) {
  return answer_at(exercise, "", "exercises/" + exercise.name + ".cu");
}

answer solution_of(const exercise& exercise) {
  return answer_at(exercise, "_solution", "solutions/" + exercise.name + ".cu");
}

answer wrong_answer(const exercise& exercise, const std::string& label) {
  return answer_at(exercise, "_wrong_" + label,
                   fmt::format("tools/graders/wrong/{}/{}.cu", exercise.name, label));
}

namespace {

std::vector<std::string> arguments_for(const std::string& suite, const std::string& name) {
  std::string pattern = name;
  std::replace(pattern.begin(), pattern.end(), ',', '?');  // a comma ends a pattern
  return {"--test-suite=" + suite, "--test-case=" + pattern};
}

}  // namespace

traced_report trace_case(const context& all, const exercise& exercise, const answer& which,
                         const case_record& one, std::uint64_t seed, const std::string& options) {
  evidence seen = evidence_for(all, exercise, which);
  seen.seed = seed;
  backend emulator = emulator_backend(all.paths);
  apply(all.run, emulator);
  std::string timeline;
  run_grader(all, which, emulator, seen, arguments_for(one.suite, one.name), purpose::verdict,
             options, &timeline);
  return {std::move(seen.seen), std::move(timeline)};
}

report observe_case(const context& all, const exercise& exercise, const answer& which,
                    const std::string& suite, const std::string& name, std::uint64_t seed) {
  evidence seen = evidence_for(all, exercise, which);
  seen.seed = seed;
  backend emulator = emulator_backend(all.paths);
  emulator.device = all.run.device;
  run_grader(all, which, emulator, seen, arguments_for(suite, name), purpose::counts);
  return seen.seen;
}

std::vector<protocol::modelled_timing> model_times(const context& all, const exercise& exercise,
                                                   const answer& which, std::uint64_t seed) {
  evidence seen = evidence_for(all, exercise, which);
  seen.seed = seed;
  backend emulator = emulator_backend(all.paths);
  emulator.device = all.run.device;
  run_grader(all, which, emulator, seen, {}, purpose::model_times);
  return seen.records.model_times;
}

bool passes_alone(const context& all, const answer& which, linked how) {
  const temporary_folder folder;
  command grader;
  if (how == linked::as_a_whole) {
    if (!which.alone.empty()) build_or_throw(all.paths, {which.target});
    grader.arguments = {(all.paths.build / which.target).string()};
  }
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    if (text.starts_with("LOCKSTEP_"))
      grader.environment.emplace_back(text.substr(0, text.find('=')), std::nullopt);
  }
  for (const auto& change : emulator_backend(all.paths).environment())
    grader.environment.push_back(change);
  if (how == linked::as_for_a_verdict) add_program(all, which, grader);
  const auto seconds = std::max(1L, static_cast<long>(all.run.time_limit));
  grader.environment.emplace_back("LOCKSTEP_TIME_LIMIT", std::to_string(seconds));
  grader.folder = folder.path();
  grader.limits = resource_limits{};
  grader.limits->wall_time = std::chrono::seconds(seconds + 5);  // it ends itself, and says why
  return run(grader).succeeded();
}

verdict grade_program(const context& all, const exercise& exercise, const answer& which) {
  evidence seen = evidence_for(all, exercise, which);
  backend emulator = emulator_backend(all.paths);
  apply(all.run, emulator);
  run_grader(all, which, emulator, seen, {"--abort-after=1"});
  return judge_seen(seen);
}

namespace {

// An answer whose device code cannot be run is wrong: nobody should be able to choose that an
// answer is not graded.
bool is_refused_for_its_code(const evidence& seen) {
  using protocol::refusal_reason;
  const auto& all = seen.seen.refusals;
  return std::any_of(all.begin(), all.end(), [](const protocol::refusal& one) {
    return one.reason == refusal_reason::no_ptx || one.reason == refusal_reason::bad_image ||
           one.reason == refusal_reason::unsupported_instruction ||
           one.reason == refusal_reason::unsupported_call ||
           one.reason == refusal_reason::too_large;
  });
}

}  // namespace

verdict grade_compiled(const context& all, const exercise& exercise, const answer& which,
                       const build_result& build, const std::string& violation,
                       const answer_recipe& recipe, const compiled_answer& compiled) {
  evidence seen = evidence_for(all, exercise, which);
  read_source(seen, all.paths);
  seen.build = build;
  seen.violation = violation;
  if (build.kind == build_result::outcome::built && violation.empty()) {
    backend emulator = emulator_backend(all.paths);
    apply(all.run, emulator);
    run_grader(all, which, emulator, seen);
  }
  verdict result = judge_seen(seen);
  if (result.code == exit_code::setup_missing && is_refused_for_its_code(seen))
    result.code = exit_code::does_not_compile;
  mention_unused_code(exercise, seen, result);
  if (!result.passed()) blame_a_line(all, exercise, which, &recipe, seen, compiled, result);
  return result;
}

verdict grade(const context& all, const exercise& exercise, const answer& which) {
  const fs::path source = all.paths.file(which.source);
  if (!fs::exists(source)) {
    throw setup_missing(fmt::format("{} is missing", which.source),
                        which.source.starts_with("exercises/")
                            ? "To restore the stub: ./lockstep reset " + exercise.name
                            : "Restore it: git checkout -- " + which.source);
  }
  evidence seen = evidence_for(all, exercise, which);
  const foreign_file read = read_foreign(fs::canonical(source), largest_source);
  if (!read.problem.empty()) {
    seen.build = too_large(which.source, read.problem);
    return judge(seen);
  }
  read_source(seen, all.paths);
  seen.violation = violation_in_source(seen.source_text, exercise.any_means, exercise.without);
  if (!seen.violation.empty()) return judge(seen);
  const std::string object = object_of(exercise, which);
  forget_object_of_another(all.paths.build / object, which.source, seen.source_text);
  seen.build = build(all.paths, targets_of(which), most_seconds_to_compile);
  // What breaks the rules may not even link with a program that has nothing of the grader's.
  if (seen.build.kind != build_result::outcome::built && !which.alone.empty()) {
    const build_result compiled = build(all.paths, {object});
    const bool is_compiled = compiled.kind == build_result::outcome::built;
    if (is_compiled) seen.violation = violation_in(all, exercise, which);
    if (!seen.violation.empty()) seen.build = compiled;
  }
  if (seen.build.kind == build_result::outcome::built && seen.violation.empty()) {
    seen.build.warnings = latest_warnings(seen.build.output, all.paths, which.source, object);
    seen.violation = violation_in(all, exercise, which);
  }
  if (seen.build.kind != build_result::outcome::built || !seen.violation.empty())
    return judge(seen);

  backend emulator = emulator_backend(all.paths);
  apply(all.run, emulator);
  run_grader(all, which, emulator, seen);
  verdict result = judge_seen(seen);
  mention_unused_code(exercise, seen, result);
  if (!result.passed()) {
    blame_a_line(all, exercise, which, nullptr, seen, {all.paths.build / object, {}, {}}, result);
    return result;
  }

  // Predictions are about counts, which only the emulator has.
  const bool has_results =
      std::any_of(result.suites.begin(), result.suites.end(),
                  [](const suite_count& counted) { return counted.suite == "results"; });
  const auto second = has_results ? second_backend(all) : std::nullopt;
  if (second) {
    if (!which.alone.empty()) build_or_throw(all.paths, {which.target});
    run_grader(all, which, *second, seen);
    verdict there = judge(seen);
    if (!there.passed()) return there;
    result.gpu_results = true;
    result.times = there.times;
    result.run_seconds += there.run_seconds;
  }
  return result;
}

}  // namespace lockstep::tutor
