// Verdicts on the learner's exercises.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "commands/commands.hpp"
#include "export/export.hpp"
#include "language/language.hpp"
#include "learner/attempt.hpp"
#include "learner/next_exercise.hpp"
#include "support/failure.hpp"
#include "support/write_file.hpp"
#include "terminal/terminal.hpp"
#include "verdict/output.hpp"

namespace lockstep::tutor::commands {
namespace {

std::vector<const exercise*> selected(const context& all, const selection& which,
                                      const progress& done) {
  if (!which.exercise.empty()) return {&all.course.find_exercise(which.exercise)};
  if (!which.chapter.empty()) {
    return all.course.of_chapter(all.course.find_chapter(which.chapter).name);
  }
  std::vector<const exercise*> chosen;
  if (which.everything) {
    for (const auto& exercise : all.course.exercises) chosen.push_back(&exercise);
  } else if (const auto* one = next_exercise(all.course, done)) {
    chosen.push_back(one);
  }
  return chosen;
}

void print_json(const std::vector<graded_exercise>& verdicts, int code) {
  nlohmann::ordered_json root{{"passed", 0},
                              {"total", verdicts.size()},
                              {"exit_code", code},
                              {"exercises", nlohmann::ordered_json::array()}};
  unsigned passed = 0;
  for (const auto& one : verdicts) {
    passed += one.result.passed() ? 1 : 0;
    root["exercises"].push_back(to_json(one));
  }
  root["passed"] = passed;
  fmt::print("{}\n", root.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

void write_exports(const export_files& files, const std::vector<graded_exercise>& verdicts,
                   const checkout_paths& paths) {
  if (!files.junit.empty()) write_export(files.junit, to_junit(verdicts));
  if (!files.exercism.empty()) write_export(files.exercism, to_exercism(verdicts, paths));
  if (!files.gradescope.empty()) write_export(files.gradescope, to_gradescope(verdicts));
  if (!files.csv.empty()) write_export(files.csv, to_csv(verdicts));
}

void print_what_is_next(const context& all, const progress& done) {
  if (const auto* one = next_exercise(all.course, done)) {
    fmt::print("\n{}\n", tr("Next: {} (./lockstep next)", one->name));
  } else {
    fmt::print("\n{}\n", summary_of(all.course, done));
  }
}

}  // namespace

int verify(const context& all, const selection& which, const export_files& files) {
  progress done = progress_of(all);
  const auto chosen = selected(all, which, done);
  const bool in_full = which.everything && !which.exercise.empty();
  std::vector<graded_exercise> verdicts;
  int code = 0, stopped_by = 0;
  for (const auto* one : chosen) {
    attempt made;
    progress_line first;
    context telling = all;
    telling.first_verdict = [&](const verdict& result) {
      first.show(fmt::format("[{}] {}", work_that_follows(result.passed()), result.headline));
    };
    try {
      made = make_attempt(telling, *one, done, chosen.size() == 1);
    } catch (const interrupted& by) {
      stopped_by = by.signal;
      code = 128 + stopped_by;
      break;  // what was graded until then is shown, and written
    }
    first.clear();
    if (code == 0) code = static_cast<int>(made.result.code);
    if (!all.json) {
      fmt::print("{}", to_text(made, all, in_full));
      std::fflush(stdout);
    }
    verdicts.push_back({one, std::move(made.result), made.untouched});
  }
  write_exports(files, verdicts, all.paths);
  if (all.json) {
    print_json(verdicts, code);
  }
  if (stopped_by != 0) {
    std::fflush(stdout);
    fmt::print(stderr, "{}\n",
               tr("Stopped: {} of {} not graded.", chosen.size() - verdicts.size(), chosen.size()));
  } else if (code == 0 && !all.json) {
    print_what_is_next(all, done);
  }
  return code;
}

}  // namespace lockstep::tutor::commands
