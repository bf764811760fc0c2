#include "next_exercise.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "text.hpp"

namespace lockstep::tutor {

const exercise* next_exercise(const manifest& course, const progress& done) {
  for (const auto& one : course.exercises) {
    if (!done.of(one.name).passed) return &one;
  }
  return nullptr;
}

std::string summary_of(const manifest& course, const progress& done) {
  const auto total = course.exercises.size();
  const auto solved = std::count_if(course.exercises.begin(), course.exercises.end(),
                                    [&](const exercise& one) { return done.of(one.name).passed; });
  if (total == 0) return "The course has no exercises yet.";
  if (static_cast<std::size_t>(solved) == total) {
    return fmt::format("All {} solved.", count_of(total, "exercise"));
  }
  return fmt::format("{} of {} solved.", solved, count_of(total, "exercise"));
}

std::string introduction(const exercise& one, const palette& colours) {
  std::string text = fmt::format("{}: {}\n", colours.bold(one.name), one.title);
  if (!one.book.empty()) text += fmt::format("  book: {}\n", one.book);
  for (const auto& property : one.properties) text += fmt::format("  required: {}\n", property);
  text += fmt::format("  edit:     exercises/{}.cu\n", one.name);
  text += fmt::format("  lesson:   chapters/{}/README.md\n", one.chapter());
  text += fmt::format("  grade:    ./lockstep verify {}\n", one.name);
  if (!one.hints.empty()) text += fmt::format("  stuck?    ./lockstep hint {}\n", one.name);
  return text;
}

}  // namespace lockstep::tutor
