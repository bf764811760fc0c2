// The promises an exercise makes: its stub fails, its solution passes, every wrong answer fails for
// its labelled reason; and a grader that runs without the tutor agrees.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "authoring/wrong_answers.hpp"
#include "commands/commands.hpp"
#include "grading/grading.hpp"
#include "language/language.hpp"
#include "learner/work.hpp"
#include "lockstep/protocol/phrase.hpp"
#include "processes/parallel.hpp"
#include "programs/build.hpp"
#include "support/failure.hpp"
#include "support/text.hpp"
#include "verdict/output.hpp"

namespace lockstep::tutor::commands {
namespace {

using nlohmann::ordered_json;

struct finding_of_author {
  std::string exercise, answer;  // "stub", "solution" or "wrong LABEL"
  std::string problem;           // empty: as it should be
  std::string note;
  std::string headline = {};  // of a wrong answer, in words
};

// One answer to be judged.
struct task {
  const exercise* one;
  std::string label;  // of a wrong answer
  enum class kind { stub, solution, wrong } is;

  answer which() const {
    return is == kind::stub       ? learners_answer(*one)
           : is == kind::solution ? solution_of(*one)
                                  : wrong_answer(*one, label);
  }
};

std::vector<task> tasks_for(const context& all, const wanted_answers& which) {
  const auto& name = which.exercise;
  std::vector<task> tasks;
  unsigned wrong = 0;
  for (const auto& exercise : all.course.exercises) {
    if (!name.empty() && exercise.name != all.course.find_exercise(name).name) continue;
    tasks.push_back({&exercise, {}, task::kind::stub});
    tasks.push_back({&exercise, {}, task::kind::solution});
    for (const auto& label :
         wrong_answers_in(all.paths.root / "tools/graders/wrong" / exercise.name)) {
      if (wrong++ % which.parts == which.part - 1)
        tasks.push_back({&exercise, label, task::kind::wrong});
    }
  }
  return tasks;
}

// How it is run without the tutor. To compile device code takes a third of what the whole of an
// answer takes, and there are many wrong ones.
linked how_linked(const task& one) {
  return one.is == task::kind::wrong && one.one->is_device_code() ? linked::as_for_a_verdict
                                                                  : linked::as_a_whole;
}

// Built together first: one call of the build tool uses all cores. Failures show again, one by one.
void build_ahead(const context& all, const std::vector<task>& tasks) {
  std::vector<std::string> targets;
  for (const auto& one : tasks) {
    const answer which = one.which();
    if (how_linked(one) == linked::as_a_whole) targets.push_back(which.target);
    if (!which.alone.empty()) targets.insert(targets.end(), {which.alone, which.alone_grader});
  }
  configure_for(all.paths, targets);
  targets.insert(targets.begin(), {"-k", "0"});
  static_cast<void>(build(all.paths, targets));
}

// As grade; what does not end in time gets five times as long, once: a machine that judges many
// answers at a time, or a slow one, is no fault of the answer.
verdict grade_patiently(const context& all, const exercise& exercise, const answer& which) {
  const verdict first = grade(all, exercise, which);
  if (first.code != exit_code::timed_out) return first;
  context longer = all;
  longer.run.time_limit *= 5;
  return grade(longer, exercise, which);
}

finding_of_author check_stub(const context& all, const exercise& exercise, bool skip_edited) {
  answer stub = learners_answer(exercise);
  const bool unknown = !edited(all, {&exercise}).empty();
  stub.is_stub = !unknown;
  if (skip_edited && unknown) {
    return {exercise.name, "stub", {}, tr("edited here, so not checked as a stub")};
  }
  const verdict result = grade_patiently(all, exercise, stub);
  std::string problem;
  if (result.passed()) {
    problem = tr("it passes, but a stub must fail");
  } else if (result.code == exit_code::does_not_compile ||
             result.code == exit_code::setup_missing) {
    problem = tr("it must compile and fail its grader: {}", result.headline);
  } else if (content_of(all.paths.file(stub.source)).find("TODO") == std::string::npos) {
    problem = tr("it contains no TODO");
  } else if (unknown) {
    problem = tr("{} does not list it: ./lockstep author stubs", stub_list);
  }
  return {exercise.name, "stub", problem, result.headline};
}

finding_of_author check_solution(const context& all, const exercise& exercise) {
  const verdict result = grade_patiently(all, exercise, solution_of(exercise));
  return {exercise.name, "solution",
          result.passed() ? "" : tr("it does not pass: {}", result.headline), result.headline};
}

finding_of_author check_wrong(const context& all, const exercise& exercise,
                              const std::string& label) {
  const answer wrong = wrong_answer(exercise, label);
  const auto promise =
      parse_label(first_line(content_of(all.paths.file(wrong.source))), wrong.source);
  // What stands at the limit of a learner's machine would be blamed in one run and not in the next.
  context with_time = all;
  with_time.most_work_of_trials *= 3;
  context shorter = with_time;  // what never ends has not ended after 3 s either
  shorter.run.time_limit = std::min(all.run.time_limit, 3.0);
  const verdict result = promise.stage == "timeout" ? grade(shorter, exercise, wrong)
                                                    : grade_patiently(with_time, exercise, wrong);
  // As its label is written.
  return {exercise.name, "wrong " + label, disagreement(result, promise),
          protocol::by_ids(result.headline), result.headline};
}

finding_of_author judge_by_tutor(const context& all, const task& one, bool skip_edited) {
  if (one.is == task::kind::stub) return check_stub(all, *one.one, skip_edited);
  if (one.is == task::kind::solution) return check_solution(all, *one.one);
  return check_wrong(all, *one.one, one.label);
}

// What the tutor does not let run at all, since only the tutor looks into the compiled answer; and
// what comes to the host, which is counted where the answer has a process of its own.
bool is_found_by_tutor_alone(const context& all, const task& one) {
  if (one.is != task::kind::wrong) return false;
  const std::string source = one.which().source;
  const auto label = parse_label(first_line(content_of(all.paths.file(source))), source);
  return label.stage == "compile" || label.text.find("host-got-elements(") != std::string::npos;
}

finding_of_author judge(const context& all, const task& one, bool skip_edited) {
  finding_of_author found = judge_by_tutor(all, one, skip_edited);
  if (!found.problem.empty() || is_found_by_tutor_alone(all, one)) return found;
  if (skip_edited && one.is == task::kind::stub && !edited(all, {one.one}).empty()) return found;
  const bool should = one.is == task::kind::solution;
  if (passes_alone(all, one.which(), how_linked(one)) != should)
    found.problem = tr("its grader {} it when run without the tutor: build/{}",
                       should ? "fails" : "passes", one.which().target);
  return found;
}

std::string shortened(const std::string& line) {
  constexpr std::size_t most = 140;
  return line.size() <= most ? line : line.substr(0, most) + "...";
}

void print(const finding_of_author& one, const palette& colours) {
  const bool good = one.problem.empty();
  fmt::print("  {}  {:<30}  {}\n", good ? colours.good("ok  ") : colours.bad("FAIL"), one.answer,
             good ? shortened(one.note) : one.problem);
  std::fflush(stdout);
}

ordered_json to_json(const finding_of_author& one) {
  return {{"exercise", one.exercise},
          {"answer", one.answer},
          {"ok", one.problem.empty()},
          {"message", one.problem.empty() ? one.note : one.problem},
          {"headline", one.headline}};
}

// Between processes.
std::string to_text(const finding_of_author& one) {
  return nlohmann::ordered_json{one.exercise, one.answer, one.problem, one.note, one.headline}.dump(
      -1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

finding_of_author from_text(const std::string& text) {
  const auto parts = nlohmann::ordered_json::parse(text).get<std::vector<std::string>>();
  return {parts.at(0), parts.at(1), parts.at(2), parts.at(3), parts.at(4)};
}

class author_report {
 public:
  explicit author_report(const context& all) : all_(all) {}
  void add(const finding_of_author& one) {
    if (!all_.json) {
      if (one.exercise != last_exercise_) fmt::print("{}\n", all_.colours.bold(one.exercise));
      print(one, all_.colours);
    }
    last_exercise_ = one.exercise;
    list_.push_back(to_json(one));
    if (!one.problem.empty()) failed_.push_back(one);
    ++(one.problem.empty() ? counted_.passed : counted_.failed);
  }
  test_counts finish() {
    const unsigned failed = counted_.failed;
    if (all_.json) {
      const ordered_json root{{"ok", failed == 0}, {"failed", failed}, {"answers", list_}};
      fmt::print("{}\n", root.dump(2));
    } else {
      fmt::print("\n{} judged, {}\n", count_of(list_.size(), "answer"),
                 failed == 0 ? all_.colours.good(tr("all as they should be."))
                             : all_.colours.bad(tr("{} not as they should be.", failed)));
      // Of more than a screen, once more.
      constexpr std::size_t lines_of_a_screen = 24;
      if (list_.size() <= lines_of_a_screen) failed_.clear();
      for (const finding_of_author& one : failed_) {
        fmt::print("{}\n", all_.colours.bold(one.exercise));
        print(one, all_.colours);
      }
    }
    return counted_;
  }

 private:
  const context& all_;
  std::string last_exercise_;
  ordered_json list_ = ordered_json::array();
  std::vector<finding_of_author> failed_;
  test_counts counted_;
};

}  // namespace

test_counts judge_answers(const context& all, const wanted_answers& which) {
  context emulated = all;
  emulated.run.backend = "emulator";  // the same on every machine
  author_report report(emulated);
  const auto tasks = tasks_for(emulated, which);
  build_ahead(emulated, tasks);

  // Judged side by side, told in their order.
  std::map<std::size_t, finding_of_author> waiting;
  std::size_t reported = 0;
  in_processes(
      tasks.size(), 0,
      [&](std::size_t i) { return to_text(judge(emulated, tasks[i], which.skip_edited)); },
      [&](std::size_t i, const std::string& text) {
        waiting.emplace(i, from_text(text));
        for (auto next = waiting.find(reported); next != waiting.end();
             next = waiting.find(++reported))
          report.add(next->second);
      });
  return report.finish();
}

int author_check(const context& all, const std::string& name) {
  const test_counts counted = judge_answers(all, {.exercise = name});
  return static_cast<int>(counted.failed == 0 ? exit_code::passed : exit_code::wrong_result);
}

}  // namespace lockstep::tutor::commands
