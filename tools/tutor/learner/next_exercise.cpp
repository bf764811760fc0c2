#include "learner/next_exercise.hpp"

#include <fmt/format.h>

#include <algorithm>

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
  if (done.passed) return colours.good("done");
  if (done.attempts > 0) return colours.warn("open");
  return colours.dim("    ");
}

std::string summary_of(const manifest& course, const progress& done) {
  const auto total = course.exercises.size();
  if (total == 0) return "The course has no exercises yet.";
  if (solved(course, done) == total) {
    return fmt::format("All {} solved.", count_of(total, "exercise"));
  }
  return fmt::format("{} of {} solved.", solved(course, done), count_of(total, "exercise"));
}

std::string introduction(const context& all, const exercise& exercise) {
  std::string text = fmt::format("{}: {}\n", all.colours.bold(exercise.name), exercise.title);
  const auto task =
      wrapped(task_in(content_of(all.paths.file("exercises/" + exercise.name + ".cu"))), 78);
  if (!task.empty()) text += "\n";
  for (const auto& line : task) text += line.empty() ? "\n" : "  " + line + "\n";
  if (!task.empty()) text += "\n";
  if (!exercise.book.empty()) text += fmt::format("  book: {}\n", exercise.book);
  for (const auto& property : exercise.properties)
    text += fmt::format("  required: {}\n", property);
  text += fmt::format("  edit:     exercises/{}.cu\n", exercise.name);
  text += fmt::format("  lesson:   chapters/{}/README.md\n", exercise.chapter());
  text += fmt::format("  grade:    ./lockstep verify {}\n", exercise.name);
  if (!exercise.hints.empty())
    text += fmt::format("  stuck?    ./lockstep hint {}\n", exercise.name);
  return text;
}

}  // namespace lockstep::tutor
