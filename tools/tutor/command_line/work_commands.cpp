#include <CLI/CLI.hpp>

#include "command_line/vocabulary.hpp"
#include "commands/commands.hpp"

namespace lockstep::tutor {

void add_work_commands(vocabulary& v) {
  CLI::App* watch =
      v.add("watch", "grade at every save (what ./lockstep does in a terminal)",
            [w = v.words](const context& all) { return commands::watch(all, w->name, w->flag); });
  watch->add_option("NAME", v.words->name, "an exercise (default: the next that is not solved)")
      ->check(not_empty());
  watch->add_flag("--manual", v.words->flag, "grade when asked, not at every save");
  watch->add_option("--seed", v.to.run.seed, "seed of the inputs, the same at every save")
      ->check(seed_number());
  v.add_backend(watch);
  v.add_time_limit(watch);

  CLI::App* reset =
      v.add("reset", "restore an exercise's stub; a copy of your file is kept",
            [w = v.words](const context& all) { return commands::reset(all, w->which, w->flag); });
  auto* name =
      reset->add_option("NAME", v.words->which.exercise, "an exercise")->check(not_empty());
  auto* chapter = reset->add_option("--chapter", v.words->which.chapter, "all of a chapter");
  reset->add_flag("--all", v.words->which.everything, "all exercises")
      ->excludes(name)
      ->excludes(chapter);
  chapter->excludes(name);
  reset->add_flag("--yes,-y", v.words->flag, "do not ask");

  CLI::App* solution = v.add(
      "solution", "show the solution, once you have passed",
      [w = v.words](const context& all) { return commands::solution(all, w->name, w->flag); });
  CLI::App* diff =
      v.add("diff", "compare your file with the solution, once you have passed",
            [w = v.words](const context& all) { return commands::diff(all, w->name, w->flag); });
  for (CLI::App* one : {solution, diff}) {
    one->add_option("NAME", v.words->name, "an exercise")->required()->check(not_empty());
    one->add_flag("--force", v.words->flag, "even before you have passed");
  }

  v.add("update", "get a newer version of the course; your files stay as they are",
        commands::update);
}

}  // namespace lockstep::tutor
