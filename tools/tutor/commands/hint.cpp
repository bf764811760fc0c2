// Hints: each call shows one more.
#include <fmt/format.h>

#include "commands/commands.hpp"
#include "language/language.hpp"
#include "learner/attempt.hpp"

namespace lockstep::tutor::commands {

int hint(const context& all, const std::string& name, bool every) {
  const exercise& exercise = all.course.find_exercise(name);
  const auto count = static_cast<unsigned>(exercise.hints.size());
  if (count == 0) {
    fmt::print("{}\n", tr("{} has no hints. Its lesson: chapters/{}/README.md", exercise.name,
                          exercise.chapter()));
    return 0;
  }
  progress done = progress_of(all);
  const unsigned last = every ? count - 1 : done.next_hint(exercise.name, count);
  const unsigned first = every ? 0 : last;
  for (unsigned i = first; i <= last; ++i) {
    fmt::print("{}\n{}\n", all.colours.bold(tr("Hint {} of {}", i + 1, count)),
               in_language(exercise.hints[i]));
  }
  if (last + 1 < count)
    fmt::print("{}\n", all.colours.dim(tr("Run it again for a more explicit hint.")));
  return 0;
}

}  // namespace lockstep::tutor::commands
