// Errors in the kernels of a program, as the emulator's checks find them.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>

#include "check/result.hpp"
#include "check/suppression.hpp"
#include "commands/commands.hpp"
#include "export/export.hpp"
#include "language/language.hpp"
#include "support/failure.hpp"
#include "support/text.hpp"

namespace lockstep::tutor::commands {
namespace {

// How long a launch goes on after a bad access: zeros may keep it in a loop.
constexpr const char* seconds_to_go_on = "10";

const std::vector<std::string> every_tool{"memcheck", "racecheck", "initcheck", "synccheck"};

class session {
 public:
  session(const context& all, const check_options& how,
          const std::vector<std::string>& command_line)
      : all_(all), how_(how) {
    const auto& named = how.tools;
    result_.every_tool =
        named.empty() || std::find(named.begin(), named.end(), "all") != named.end();
    result_.tools = result_.every_tool ? every_tool : named;
    result_.program = command_line;
    result_.strict = how.strict;
    result_.in_orders = how.schedules.has_value();
    result_.allow_warnings = how.allow_warnings;
    const backend on =
        observing_backend(all.run, all.paths, tr("what these checks find"), "compute-sanitizer");
    program_ = program_command(all.run, all.paths, command_line, on);
    program_.environment.insert(program_.environment.end(),
                                {{"LOCKSTEP_CHECKS", join(result_.tools, ",")},
                                 {"LOCKSTEP_KEEP_GOING", how.keep_going ? seconds_to_go_on : "0"},
                                 {"LOCKSTEP_STRICT", how.strict ? "1" : "0"},
                                 {"LOCKSTEP_LEAKS", how.leaks ? "1" : "0"}});
  }

  check_result run() && {
    if (how_.schedules)
      run_in_orders(orders_for(*how_.schedules));
    else
      run_once();
    if (is_for_second_order()) run_in_second_order();
    std::vector<std::vector<protocol::finding>> by_run;
    for (auto& run : result_.runs) {
      for (auto& found : run.what.seen.findings) name_sources(found, all_.paths);
      by_run.push_back(run.what.seen.findings);
    }
    result_.findings = united(by_run);
    return std::move(result_);
  }

 private:
  void run_once() {
    program_.output_to_error = all_.json;  // with JSON, standard output is for the JSON
    const std::string& schedule = all_.run.schedule;
    input_ = lseek(STDIN_FILENO, 0, SEEK_CUR);
    result_.runs.push_back({{schedule.empty() ? "natural" : schedule, all_.run.seed.value_or(0)},
                            observe_run(program_),
                            {}});
  }

  // A program that did not come to its end in one order is not sent into another; and one order
  // that was asked for is one order.
  bool is_for_second_order() const {
    return !how_.schedules && all_.run.schedule.empty() && !all_.run.seed &&
           !result_.first().seen.locking.empty() && result_.first().interrupted_by == 0 &&
           result_.first().end.kind == process_end::how::exited;
  }

  void run_in_second_order() {
    using clock = std::chrono::steady_clock;
    const auto end = clock::now() + std::chrono::duration<double>(
                                        seconds_for_second_order(result_.first().end.seconds));
    program_.should_stop = [end] { return clock::now() > end; };
    program_.no_input = input_ < 0;
    checked_run second{second_order, run_in(second_order, false), {}};
    // Without the input that the first one had, it may do something else.
    if (program_.no_input && second.what.interrupted_by == 0 &&
        second.what.seen.kernels != result_.first().seen.kernels)
      return;
    result_.second_order = true;
    result_.cut_short =
        second.what.end.kind == process_end::how::stopped || second.what.interrupted_by != 0;
    result_.runs.push_back(std::move(second));
  }

  void run_in_orders(const std::vector<order_of_run>& orders) {
    input_ = lseek(STDIN_FILENO, 0, SEEK_CUR);
    for (const auto& order : orders) {
      result_.runs.push_back({order, run_in(order, result_.runs.empty()), {}});
      if (result_.runs.back().what.interrupted_by != 0) return;
    }
    expected_output expected(result_.first().end.output);
    compare(expected);
    if (result_.different() == 0) return;
    // What differs may be a time: only what an order shows twice is its own.
    for (const auto& run : result_.runs) {
      const bool is_first = &run == &result_.runs.front();
      if (!is_first && !run.differs) continue;
      const observed again = run_in(run.order, false);
      if (again.interrupted_by != 0) throw interrupted(again.interrupted_by);
      expected.leave_out_what_differs(run.what.end.output, again.end.output);
      if (is_first) compare(expected);
    }
    compare(expected);
    result_.unstable_words = expected.unstable_words();
    result_.unstable_output = expected.is_unstable();
  }

  observed run_in(const order_of_run& order, bool shown) {
    command what = program_;
    what.keep_output = true;
    what.drop_errors = !shown;
    if (shown) {
      std::FILE* const to = all_.json ? stderr : stdout;
      what.on_output = [to](std::string_view chunk) {
        std::fwrite(chunk.data(), 1, chunk.size(), to);
        std::fflush(to);
      };
    }
    what.environment.insert(
        what.environment.end(),
        {{"LOCKSTEP_SCHEDULE", order.schedule}, {"LOCKSTEP_SEED", std::to_string(order.seed)}});
    if (input_ >= 0) lseek(STDIN_FILENO, input_, SEEK_SET);  // a file is read once more
    observed run = observe_run(std::move(what));
    // The first order is what the user waits for; that a further one was stopped says nothing.
    if (run.interrupted_by != 0 && !result_.runs.empty())
      std::erase_if(run.seen.findings, [](const protocol::finding& found) {
        return found.kind == protocol::finding_kind::timeout;
      });
    return run;
  }

  void compare(const expected_output& expected) {
    const process_end& first = result_.first().end;
    for (auto& run : result_.runs) {
      const process_end& end = run.what.end;
      run.differs = expected.compare(end.output);
      if (exit_status(run.what) != exit_status(result_.first()))
        run.differs = difference{0, end_in_words(first), end_in_words(end)};
    }
  }

  const context& all_;
  const check_options& how_;
  command program_;
  off_t input_ = -1;  // where standard input stood; -1: it cannot be read again
  check_result result_;
};

}  // namespace

int check(const context& all, const check_options& how,
          const std::vector<std::string>& command_line) {
  if (how.schedules && (!all.run.schedule.empty() || all.run.seed)) {
    throw wrong_usage("--schedules runs in many orders, --schedule and --seed in only one",
                      "Leave out one of the two.");
  }
  auto rules = read_suppressions(how.suppress);
  check_result result = session(all, how, command_line).run();
  result.suppressed = suppress(result.findings, rules);
  join_idioms(result.findings);
  fmt::print("{}{}", all.json ? to_json(result) : to_text(result, all.colours),
             all.json ? "\n" : "");
  std::fflush(stdout);
  if (!how.junit.empty()) write_export(how.junit, to_junit(result));
  for (const auto& rule : rules) {
    if (rule.used == 0)
      fmt::print(stderr, "{}",
                 tr("lockstep: note: --suppress {} matched no finding\n", rule.written));
  }
  if (const int signal = result.runs.back().what.interrupted_by; signal != 0)
    throw interrupted(signal);
  return exit_code_of(result);
}

}  // namespace lockstep::tutor::commands
