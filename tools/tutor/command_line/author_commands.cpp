#include <CLI/CLI.hpp>

#include "command_line/vocabulary.hpp"
#include "commands/commands.hpp"

namespace lockstep::tutor {

void add_author_commands(vocabulary& v) {
  CLI::App* author = v.app.add_subcommand("author", "for authors of exercises");
  author->require_subcommand(1);
  CLI::App* check = v.add(
      "check", "stubs fail, solutions pass, wrong answers fail for their reason",
      [w = v.words](const context& all) { return commands::author_check(all, w->name); }, author);
  check->add_option("NAME", v.words->name, "an exercise (default: all)");
  v.add_time_limit(check);
  v.add_json(check);

  CLI::App* mutate = v.add(
      "mutate", "whether graders notice small changes of the solutions",
      [w = v.words](const context& all) { return commands::author_mutate(all, w->mutate); },
      author);
  auto* changed = mutate->add_option("NAME", v.words->mutate.exercise, "an exercise");
  mutate->add_flag("--all", v.words->flag, "all exercises (the default)")->excludes(changed);
  mutate->add_option("--limit", v.words->mutate.limit,
                     "at most this many of each, spread over the source");
  mutate->add_option("--jobs", v.words->mutate.jobs,
                     "how many at the same time (default: one per core)");
  v.add_json(mutate);

  CLI::App* fresh = v.add(
      "new", "make all files of a new exercise",
      [w = v.words](const context& all) { return commands::author_new(all, w->name); }, author);
  fresh->add_option("NAME", v.words->name, "CHAPTER/NAME, as in 05_reduction/ragged")->required();

  CLI::App* gradescope = v.add(
      "gradescope", "make an autograder for Gradescope",
      [w = v.words](const context& all) { return commands::author_gradescope(all, w->gradescope); },
      author);
  gradescope->add_option("NAME", v.words->gradescope.exercises,
                         "the exercises to grade (default: all)");
  gradescope->add_option("--to", v.words->gradescope.to, "the archive to write, as in class.zip")
      ->required();
  gradescope->add_option("--seed", v.to.run.seed, "seed of the inputs, the same for all students")
      ->check(seed_number());
  v.add("stubs", "record the stubs as they are now, so that reset and update recognise them",
        commands::author_stubs, author);
}

}  // namespace lockstep::tutor
