#include "learner/next_exercise.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "support/text.hpp"

namespace lockstep::tutor {

const exercise* next_exercise(const manifest& course, const progress& done) {
  for (const auto& one : course.exercises) {
    if (!done.of(one.name).passed) return &one;
  }
  return nullptr;
}

std::size_t solved(const manifest& course, const progress& done) {
  return static_cast<std::size_t>(
      std::count_if(course.exercises.begin(), course.exercises.end(),
                    [&](const exercise& one) { return done.of(one.name).passed; }));
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

std::string task_in(const std::string& source) {
  std::string task;
  bool title = true;
  for (const auto& line : lines_of(source)) {
    if (!line.starts_with("//")) break;
    const std::string text = line.substr(line.starts_with("// ") ? 3 : 2);
    if (std::exchange(title, false) || (task.empty() && text.empty())) continue;
    task += text + "\n";
  }
  return task;
}

std::string introduction(const context& all, const exercise& one) {
  std::string text = fmt::format("{}: {}\n", all.colours.bold(one.name), one.title);
  const auto task = lines_of(task_in(content_of(all.where.file("exercises/" + one.name + ".cu"))));
  if (!task.empty()) text += "\n";
  for (const auto& line : task) text += line.empty() ? "\n" : "  " + line + "\n";
  if (!task.empty()) text += "\n";
  if (!one.book.empty()) text += fmt::format("  book: {}\n", one.book);
  for (const auto& property : one.properties) text += fmt::format("  required: {}\n", property);
  text += fmt::format("  edit:     exercises/{}.cu\n", one.name);
  text += fmt::format("  lesson:   chapters/{}/README.md\n", one.chapter());
  text += fmt::format("  grade:    ./lockstep verify {}\n", one.name);
  if (!one.hints.empty()) text += fmt::format("  stuck?    ./lockstep hint {}\n", one.name);
  return text;
}

}  // namespace lockstep::tutor
