// What there is to do, and what comes next.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "commands/commands.hpp"
#include "language/language.hpp"
#include "learner/attempt.hpp"
#include "learner/next_exercise.hpp"
#include "support/failure.hpp"
#include "support/text.hpp"

namespace lockstep::tutor::commands {
namespace {

using nlohmann::ordered_json;

void print_chapter(const context& all, const progress& done, const chapter& one) {
  fmt::print("{}  {}\n", all.colours.bold(one.name), in_language(one.title));
  for (const auto* exercise : all.course.of_chapter(one.name)) {
    fmt::print("  {}  {:<36}  {}\n", mark(done.of(exercise->name), all.colours), exercise->name,
               in_language(exercise->title));
  }
}

ordered_json to_json(const exercise& exercise, const progress& done) {
  const auto& so_far = done.of(exercise.name);
  return {{"name", exercise.name},
          {"title", exercise.title},
          {"book", exercise.book},
          {"file", "exercises/" + exercise.name + ".cu"},
          {"properties", exercise.properties},
          {"hints", exercise.hints.size()},
          {"passed", so_far.passed},
          {"last_status", so_far.last_status},
          {"attempts", so_far.attempts},
          {"hints_seen", so_far.hints_seen}};
}

void print_json(const context& all, const progress& done) {
  ordered_json root{{"course", all.course.name}, {"chapters", ordered_json::array()}};
  for (const auto& one : all.course.chapters) {
    ordered_json chapter{{"name", one.name},
                         {"title", one.title},
                         {"programs", one.programs},
                         {"exercises", ordered_json::array()}};
    for (const auto* exercise : all.course.of_chapter(one.name)) {
      chapter["exercises"].push_back(to_json(*exercise, done));
    }
    root["chapters"].push_back(chapter);
  }
  fmt::print("{}\n", root.dump(2));
}

}  // namespace

int list(const context& all) {
  const progress done = progress_of(all);
  if (all.json) {
    print_json(all, done);
    return 0;
  }
  for (const auto& one : all.course.chapters) print_chapter(all, done, one);
  fmt::print("\n{}\n", summary_of(all.course, done));
  return 0;
}

int next(const context& all) {
  const progress done = progress_of(all);
  const exercise* exercise = next_exercise(all.course, done);
  if (exercise == nullptr) {
    fmt::print("{}\n", summary_of(all.course, done));
    return 0;
  }
  fmt::print("{}", introduction(all, *exercise));
  return 0;
}

}  // namespace lockstep::tutor::commands
