#include "commands/traced_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "grading/grading.hpp"
#include "language/language.hpp"
#include "programs/program.hpp"
#include "support/failure.hpp"
#include "support/text.hpp"

namespace lockstep::tutor::commands {
namespace {

protocol::number_set numbers_of(const char* option, const std::string& text,
                                const protocol::number_set& otherwise) {
  if (text.empty()) return otherwise;
  const auto some = protocol::number_set::parse(text);
  if (!some)
    throw wrong_usage(tr("{}: {} is not a list of numbers", option, text),
                      tr("As in {0} 0, {0} 0-3 or {0} 0,2,8-9.", option));
  return *some;
}

protocol::number_set with(const protocol::number_set& some, std::uint64_t more) {
  if (some.contains(more)) return some;
  return *protocol::number_set::parse(fmt::format("{},{}", some.text(), more));
}

std::uint64_t position(const protocol::dimensions& of, const protocol::dimensions& in) {
  return of[0] + std::uint64_t{in[0]} * (of[1] + std::uint64_t{in[1]} * of[2]);
}

// A regular expression that matches this name alone.
std::string exactly(const std::string& name) {
  std::string pattern = "^";
  for (const char c : name) {
    if (std::string_view("^$\\.*+?()[]{}|").find(c) != std::string_view::npos) pattern += '\\';
    pattern += c;
  }
  return pattern + "$";
}

// The options with which the threads of a finding are traced, in the first launch that may be its
// own: of its kernel, and of its shape.
protocol::trace_options options_for(const protocol::finding& found, const traced_run& run,
                                    const trace_arguments& how) {
  protocol::trace_options options = run.options;
  if (!found.launch || found.kernel.empty()) return options;
  std::uint64_t number = 0;
  for (const traced_launch& launch : run.launches) {
    if (launch.begin.kernel != found.kernel) continue;
    ++number;
    if (launch.begin.grid != found.launch->grid || launch.begin.block != found.launch->block)
      continue;
    if (how.launches.empty() && !launch.begin.traced) {
      options.kernel = exactly(found.kernel);
      options.launches = *protocol::number_set::parse(std::to_string(number));
    }
    const auto add = [&](const protocol::access& side) {
      if (!side.kernel.empty() && side.kernel != found.kernel) return;
      if (how.blocks.empty())
        options.blocks = with(options.blocks, position(side.block, launch.begin.grid));
      if (how.warps.empty())
        options.warps = with(options.warps,
                             position(side.thread, launch.begin.block) / protocol::lanes_per_warp);
    };
    add(found.where);
    if (found.other && found.other->call.empty()) add(*found.other);
    break;
  }
  return options;
}

// Takes a trace; once more if that is what shows the first finding.
void trace_with_finding(
    traced_program& result, const trace_arguments& how,
    const std::function<traced_report(const protocol::trace_options&)>& observe) {
  const protocol::trace_options options = trace_options_of(how);
  const auto take = [&](const protocol::trace_options& with) {
    traced_report seen = observe(with);
    traced_run run = traced(seen.seen, with);
    if (!result.run.has_steps() || run.has_steps()) {
      result.run = std::move(run);
      result.timeline = std::move(seen.timeline);
    }
  };
  take(options);
  const traced_run& first = result.run;
  if (first.findings.empty()) return;
  const auto error =
      std::find_if(first.findings.begin(), first.findings.end(),
                   [](const protocol::finding& found) { return !found.is_warning(); });
  const protocol::finding& found = error == first.findings.end() ? first.findings.front() : *error;
  const protocol::trace_options wanted = options_for(found, first, how);
  if (wanted.text() != options.text()) take(wanted);
}

// Seconds for a launch that might not end: what is traced of it is over much sooner.
constexpr const char* seconds_for_launch = "10";

// The cases of a verdict, those that fail first: in this order one is looked for to show.
std::vector<const case_record*> cases_to_show(const verdict& of) {
  std::vector<const case_record*> all;
  for (const case_record& one : of.cases) all.push_back(&one);
  std::stable_partition(all.begin(), all.end(), [](const auto* one) { return one->failed(); });
  return all;
}

// As far as one looks for who wrote an element: memory accesses of a great many warps.
protocol::trace_options options_to_search() {
  protocol::trace_options options;
  options.launches = *protocol::number_set::parse("1-24");
  options.blocks = *protocol::number_set::parse("0-63");
  options.warps = *protocol::number_set::parse("0-31");
  options.only = protocol::kept_steps::memory;
  return options;
}

// The options with which that step is traced, with the launch that it is in.
protocol::trace_options options_for(const writer& by, const traced_run& found,
                                    const trace_arguments& how) {
  protocol::trace_options options = trace_options_of(how);
  const protocol::trace_launch& launch = found.launches[by.launch].begin;
  std::uint64_t number = 0;
  for (std::size_t i = 0; i <= by.launch; ++i)
    number += found.launches[i].begin.kernel == launch.kernel ? 1 : 0;
  options.kernel = exactly(launch.kernel);
  options.launches = *protocol::number_set::parse(std::to_string(number));
  options.blocks = with(options.blocks, position(by.block, launch.grid));
  options.warps = with(options.warps, by.warp);
  options.steps = std::max(options.steps, by.step);
  return options;
}

bool has_limits(const trace_arguments& how) {
  return !how.kernel.empty() || !how.launches.empty() || !how.blocks.empty() || !how.warps.empty();
}

bool has_errors(const traced_run& run) {
  return std::any_of(run.findings.begin(), run.findings.end(),
                     [](const protocol::finding& found) { return !found.is_warning(); });
}

// Of an element that nobody wrote: the launch that should have.
void show_unwritten(traced_program& result, const traced_run& wide, const trace_arguments& how,
                    const std::function<traced_report(const protocol::trace_options&)>& observe) {
  const auto in = launch_without_store(*result.wrong, wide);
  if (!in) return;
  const protocol::trace_options options = options_for(writer{*in}, wide, how);
  traced_report seen = observe(options);
  traced_run run = traced(seen.seen, options);
  if (!run.has_steps()) return;
  for (std::size_t i = 0; i < run.launches.size(); ++i)
    if (run.launches[i].begin.traced) result.wrong_in = i;
  result.run = std::move(run);
  result.timeline = std::move(seen.timeline);
}

// Who wrote the wrong element, in the trace or, if the user has not said what to show, in one that
// shows it.
void find_writer(traced_program& result, const trace_arguments& how,
                 const std::function<traced_report(const protocol::trace_options&)>& observe) {
  if (!result.wrong || has_errors(result.run)) return;
  result.wrong_by = writer_of(*result.wrong, result.run);
  if (result.wrong_by || has_limits(how)) return;
  const protocol::trace_options everywhere = options_to_search();
  const traced_run wide = traced(observe(everywhere).seen, everywhere);
  const auto by = writer_of(*result.wrong, wide);
  if (!by) return show_unwritten(result, wide, how, observe);
  const protocol::trace_options options = options_for(*by, wide, how);
  traced_report seen = observe(options);
  traced_run run = traced(seen.seen, options);
  if (const auto again = writer_of(*result.wrong, run)) {
    result.run = std::move(run);
    result.timeline = std::move(seen.timeline);
    result.wrong_by = again;
  }
}

// Of a case that launches nothing: why, and what to do first.
[[noreturn]] void refuse_case(const exercise& exercise, const case_record& one) {
  const std::string said =
      one.failures.empty() ? "" : ": " + lines_of(one.failures.front().message).front();
  const bool is_question = one.suite == "predictions";
  throw setup_missing(
      tr("{}: its case \"{}\" launches no kernel{}", exercise.name, one.name, said),
      is_question ? tr("Predict first: once every question has an answer, the kernels run and can "
                       "be viewed.")
                  : tr("It must get as far as a launch: ./lockstep verify {}", exercise.name));
}

}  // namespace

protocol::trace_options trace_options_of(const trace_arguments& how) {
  protocol::trace_options options;
  kernel_filter(how.kernel);
  options.kernel = how.kernel;
  options.launches = numbers_of("--launch", how.launches, options.launches);
  options.blocks = numbers_of("--blocks", how.blocks, options.blocks);
  options.warps = numbers_of("--warps", how.warps, options.warps);
  options.steps = how.steps;
  if (!how.only.empty()) options.only = *protocol::value_named<protocol::kept_steps>(how.only);
  return options;
}

std::string nothing_text(const traced_run& run, const std::string& program) {
  if (run.kernels.empty()) return tr("{} launched no kernel.", program);
  std::vector<std::string> names;
  for (const auto& [kernel, count] : run.kernels) names.push_back("  " + kernel);
  const bool none_matches =
      std::none_of(run.launches.begin(), run.launches.end(),
                   [](const traced_launch& launch) { return launch.begin.traced; });
  const std::string which =
      none_matches ? tr("{} launched no kernel that these options name. Its kernels:", program)
                   : tr("These options select no step of these kernels:");
  return fmt::format("{}\n{}", which, join(names, "\n"));
}

traced_program trace_program(const context& all, const trace_arguments& how,
                             const std::vector<std::string>& command_line) {
  trace_options_of(how);  // before anything is compiled
  const backend on = observing_backend(all.run, all.paths, tr("what each warp does"), "cuda-gdb");
  const command program = program_command(all.run, all.paths, command_line, on);
  traced_program result;
  result.title = join(command_line, " ");
  bool again = false;
  trace_with_finding(result, how, [&](const protocol::trace_options& options) {
    const temporary_folder folder;
    const auto events = folder.path() / "events";
    command what = program;
    what.environment.emplace_back("LOCKSTEP_TRACE", options.text());
    what.environment.emplace_back("LOCKSTEP_CHECKS", "all");
    what.environment.emplace_back("LOCKSTEP_COUNTERS", "1");
    what.environment.emplace_back("LOCKSTEP_CLOCK", "1");
    what.environment.emplace_back("LOCKSTEP_TIMELINE", events.string());
    if (!all.run.timeout) what.environment.emplace_back("LOCKSTEP_TIMEOUT", seconds_for_launch);
    what.output_to_error = true;
    what.drop_errors = what.keep_output = again;  // what it prints has been seen
    again = true;
    observed run = observe_run(std::move(what));
    result.interrupted_by = run.interrupted_by;
    if (run.interrupted_by == 0 && !run.end.succeeded())
      result.end = tr("the program {}", in_language(end_in_words(run.end)));
    for (protocol::finding& found : run.seen.findings) name_sources(found, all.paths);
    return traced_report{std::move(run.seen), content_of(events)};
  });
  return result;
}

traced_program trace_exercise(const context& all, const trace_arguments& how,
                              const exercise& exercise) {
  trace_options_of(how);
  const answer mine = learners_answer(exercise);
  const verdict seen = grade(all, exercise, mine);
  const auto cases = cases_to_show(seen);
  if (cases.empty()) throw failure(seen.code, seen.headline, join(seen.next, "\n"));
  traced_program result;
  result.title = exercise.name;
  constexpr std::size_t most_tried = 4;
  for (std::size_t i = 0; i < std::min(most_tried, cases.size()); ++i) {
    const case_record& one = *cases[i];
    const auto observe = [&](const protocol::trace_options& options) {
      return trace_case(all, exercise, mine, one, seen.seed, options.text());
    };
    trace_with_finding(result, how, observe);
    if (!result.run.has_steps()) continue;
    fmt::print(stderr, "{}: {}\n", one.failed() ? tr("failing case") : tr("shown case"), one.name);
    result.wrong = wrong_element_of(one);
    if (one.failed() && !one.failures.empty())
      result.failure = one.name + ": " + one.failures.front().message;
    find_writer(result, how, observe);
    return result;
  }
  if (result.run.kernels.empty()) refuse_case(exercise, *cases.front());
  return result;
}

}  // namespace lockstep::tutor::commands
