// The learner's own file: beginning anew, and setting it beside the solution.
#include <fmt/format.h>
#include <unistd.h>

#include <iostream>
#include <string>

#include "commands/commands.hpp"
#include "language/language.hpp"
#include "learner/attempt.hpp"
#include "learner/work.hpp"
#include "processes/process.hpp"
#include "support/failure.hpp"
#include "support/text.hpp"

namespace lockstep::tutor::commands {
namespace {

std::vector<const exercise*> chosen(const context& all, const selection& which) {
  if (!which.exercise.empty()) return {&all.course.find_exercise(which.exercise)};
  if (!which.chapter.empty())
    return all.course.of_chapter(all.course.find_chapter(which.chapter).name);
  std::vector<const exercise*> every;
  if (which.everything) {
    for (const auto& exercise : all.course.exercises) every.push_back(&exercise);
    return every;
  }
  throw wrong_usage("reset needs an exercise",
                    "./lockstep reset NAME, or --chapter NN, or --all. ./lockstep list shows "
                    "names.");
}

bool confirmed(const std::string& question) {
  if (isatty(STDIN_FILENO) == 0)
    throw wrong_usage("there is no terminal to confirm this on", "Add --yes if you are sure.");
  fmt::print("{} [y/N] ", question);
  std::fflush(stdout);
  std::string answer;
  std::getline(std::cin, answer);
  return answer == "y" || answer == "Y" || answer == "yes";
}

void require_passed(const context& all, const exercise& exercise, const char* command, bool force) {
  if (force || !progress_of(all).of(exercise.name).first_passed.empty()) return;
  throw wrong_usage(
      tr("{} is not passed yet", exercise.name),
      fmt::format("./lockstep hint {0} helps first; ./lockstep {1} {0} --force shows it.",
                  exercise.name, command));
}

}  // namespace

int reset(const context& all, const selection& which, bool yes) {
  const auto exercises = chosen(all, which);
  progress done = progress_of(all);
  const auto changed = edited(all, exercises);
  if (!changed.empty() && !yes) {
    const std::string what = changed.size() == 1 ? shown_file_of(*changed.front())
                                                 : count_of(changed.size(), "edited file");
    if (!confirmed(tr("Put the stub in place of {}? A copy is kept.", what))) {
      fmt::print("{}", tr("Nothing was changed.\n"));
      return 0;
    }
  }
  for (const auto* one : exercises) {
    const bool exists = std::filesystem::exists(all.paths.file(shown_file_of(*one)));
    const bool is_edited = std::find(changed.begin(), changed.end(), one) != changed.end();
    if (is_edited || !exists) {
      const std::string copy = restore_stub(all, *one);
      fmt::print("{}", tr("{}: the stub again{}\n", one->name,
                          copy.empty() ? std::string() : tr("\n  yours is kept as {}", copy)));
    } else if (exercises.size() == 1) {
      fmt::print("{}", tr("{} is the stub already.\n", shown_file_of(*one)));
    }
    done.reopen(one->name);
  }
  return 0;
}

int solution(const context& all, const std::string& name, bool force) {
  const exercise& exercise = all.course.find_exercise(name);
  require_passed(all, exercise, "solution", force);
  const std::string file = "solutions/" + exercise.name + ".cu";
  fmt::print("{}\n\n{}", all.colours.bold(file), content_of(all.paths.file(file)));
  return 0;
}

int diff(const context& all, const std::string& name, bool force) {
  const exercise& exercise = all.course.find_exercise(name);
  require_passed(all, exercise, "diff", force);
  if (!std::filesystem::exists(all.paths.file(shown_file_of(exercise))))
    throw setup_missing(tr("{} is missing", shown_file_of(exercise)),
                        tr("To restore the stub: ./lockstep reset {}", exercise.name));
  command compare;
  compare.arguments = {"git",
                       "--no-pager",
                       "diff",
                       "--no-index",
                       "--ignore-all-space",
                       all.colours.on ? "--color=always" : "--color=never",
                       "--",
                       shown_file_of(exercise),
                       "solutions/" + exercise.name + ".cu"};
  compare.folder = all.paths.root;
  std::fflush(stdout);
  const process_end end = tutor::run(compare);
  if (end.kind == process_end::how::exited && end.code == 0)
    fmt::print("{}", tr("Yours and the solution are the same.\n"));
  if (end.kind == process_end::how::exited && end.code <= 1) return 0;
  throw setup_missing("git could not compare the two files", "Its message is above.");
}

}  // namespace lockstep::tutor::commands
