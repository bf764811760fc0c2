// Where the learner is: in a terminal as a companion, elsewhere once.
#include "watch/watch.hpp"

#include <fmt/format.h>

#include "commands/commands.hpp"
#include "learner/attempt.hpp"
#include "learner/next_exercise.hpp"
#include "learner/welcome.hpp"
#include "terminal/styled_text.hpp"
#include "watch/screen.hpp"

namespace lockstep::tutor::commands {

int watch(const context& all, const std::string& exercise, bool manual) {
  return tutor::watch::watch(all, {manual, exercise});
}

int resume(const context& all) {
  if (tutor::watch::screen::possible()) return watch(all, {}, false);
  const progress done = progress_of(all);
  const auto* one = next_exercise(all.course, done);
  if (one != nullptr && !done.begun()) {
    for (const auto& line : welcome(all, *one)) {
      for (const auto& part : wrapped(line, 80)) fmt::print("{}\n", part);
    }
    fmt::print("\n");
    std::fflush(stdout);
    return verify(all, {one->name, {}, false}, {});
  }
  fmt::print("{}\n", summary_of(all.course, done));
  if (one == nullptr) return 0;
  fmt::print("\n{}\n", introduction(all, *one));
  std::fflush(stdout);
  return verify(all, {one->name, {}, false}, {});
}

}  // namespace lockstep::tutor::commands
