#include "learner/next_exercise.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "language/language.hpp"
#include "learner/task.hpp"
#include "support/text.hpp"

namespace lockstep::tutor {

const exercise* next_exercise(const manifest& course, const progress& done) {
  for (const auto* exercise : course.in_order()) {
    if (!done.of(exercise->name).passed) return exercise;
  }
  return nullptr;
}

std::size_t solved(const manifest& course, const progress& done) {
  return static_cast<std::size_t>(
      std::count_if(course.exercises.begin(), course.exercises.end(),
                    [&](const exercise& exercise) { return done.of(exercise.name).passed; }));
}

std::string mark(const exercise_progress& done, const palette& colours) {
  if (done.passed) return colours.good(tr("done"));
  if (done.attempts > 0) return colours.warn(tr("open"));
  return colours.dim("    ");
}

std::string summary_of(const manifest& course, const progress& done) {
  const auto total = course.exercises.size();
  if (total == 0) return tr("The course has no exercises yet.");
  if (solved(course, done) == total) {
    return tr("All {} solved.", in_language(count_of(total, "exercise")));
  }
  return tr("{} of {} solved.", solved(course, done), in_language(count_of(total, "exercise")));
}

std::string introduction(const context& all, const exercise& exercise) {
  std::string text =
      fmt::format("{}: {}\n", all.colours.bold(exercise.name), in_language(exercise.title));
  const auto task =
      wrapped(task_in(content_of(all.paths.file("exercises/" + exercise.name + ".cu"))), 78);
  if (!task.empty()) text += "\n";
  for (const auto& line : task) text += line.empty() ? "\n" : "  " + line + "\n";
  if (!task.empty()) text += "\n";
  if (!exercise.book.empty()) text += "  " + tr("book: {}", exercise.book) + "\n";
  for (const auto& property : exercise.properties)
    text += "  " + tr("required: {}", in_language(property)) + "\n";
  text += "  " + tr("edit:     exercises/{}.cu", exercise.name) + "\n";
  text += "  " + tr("lesson:   chapters/{}/README.md", exercise.chapter()) + "\n";
  text += "  " + tr("grade:    ./lockstep verify {}", exercise.name) + "\n";
  if (!exercise.hints.empty())
    text += "  " + tr("stuck?    ./lockstep hint {}", exercise.name) + "\n";
  return text;
}

}  // namespace lockstep::tutor
