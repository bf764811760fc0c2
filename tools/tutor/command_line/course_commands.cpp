#include <CLI/CLI.hpp>

#include "command_line/vocabulary.hpp"
#include "commands/commands.hpp"

namespace lockstep::tutor {

void add_course_commands(vocabulary& v) {
  v.add_json(v.add("list", "chapters and exercises, and which are solved", commands::list));
  v.add("next", "the next exercise: what it asks for, and which file to edit", commands::next);

  CLI::App* verify = v.add(
      "verify", "compile and grade exercises (without a name: the next one)",
      [w = v.words](const context& all) { return commands::verify(all, w->which, w->files); });
  auto* name =
      verify->add_option("NAME", v.words->which.exercise, "an exercise, as in 05_reduction/ragged")
          ->check(not_empty());
  auto* chapter =
      verify->add_option("--chapter", v.words->which.chapter, "all exercises of a chapter");
  auto* every = verify->add_flag(
      "--all", v.words->which.everything,
      "all exercises; with a name: everything that is wrong, not only the first failure");
  chapter->excludes(name);
  every->excludes(chapter);
  verify->add_option("--seed", v.to.run.seed, "seed of the inputs, to reproduce a failure")
      ->check(seed_number());
  v.add_backend(verify);
  v.add_run_settings(verify);
  v.add_time_limit(verify);
  v.add_json(verify);
  verify->add_option("--junit", v.words->files.junit, "write JUnit's XML to this file");
  verify->add_option("--gradescope", v.words->files.gradescope,
                     "write Gradescope's results.json, with points, to this file");
  verify->add_option("--exercism", v.words->files.exercism,
                     "write Exercism's results.json (version 3) to this file");
  verify->add_option("--csv", v.words->files.csv, "write a line for each exercise, with points");

  CLI::App* hint =
      v.add("hint", "a hint; each further one says more",
            [w = v.words](const context& all) { return commands::hint(all, w->name, w->flag); });
  hint->add_option("NAME", v.words->name, "an exercise")->required()->check(not_empty());
  hint->add_flag("--all", v.words->flag, "all of them at once");
}

}  // namespace lockstep::tutor
