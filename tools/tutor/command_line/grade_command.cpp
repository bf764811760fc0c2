#include <CLI/CLI.hpp>

#include "command_line/vocabulary.hpp"
#include "commands/commands.hpp"

namespace lockstep::tutor {

void add_grade_command(vocabulary& v) {
  CLI::App* grade =
      v.add("grade", "mark a class: a folder that contains a folder for each student",
            [w = v.words](const context& all) { return commands::grade_class(all, w->grade); });
  auto& how = v.words->grade;
  grade->add_option("FOLDER", how.folder, "contains a folder, or a file, for each student")
      ->required();
  auto* exercises =
      grade->add_option("--exercise", how.exercises, "an exercise to grade (can be repeated)")
          ->allow_extra_args(false);
  grade->add_option("--chapter", how.chapter, "grade all exercises of a chapter")
      ->excludes(exercises);
  grade->add_option("--student", how.students, "grade only this student (can be repeated)")
      ->allow_extra_args(false);
  grade->add_option("--seed", v.to.run.seed, "seed of the inputs, the same for all students");
  grade->add_option("--jobs", how.jobs, "how many at the same time (default: one per core)");
  auto* part = grade->add_option("--part", how.part,
                                 "grade the Kth of N parts of the answers, as in 2/8; no marks");
  auto* ledger = grade->add_option("--ledger", how.ledger, "keep verdicts in this folder");
  auto* merge =
      grade
          ->add_option("--merge", how.merge,
                       "grade nothing; take verdicts from a --ledger folder (can be repeated)")
          ->allow_extra_args(false)
          ->excludes(part)
          ->excludes(ledger);
  auto* again = grade->add_flag("--again", how.again,
                                "also grade answers that were graded before and have not changed");
  grade->add_flag("--trust", how.trust,
                  "run the students' programs even if they cannot be isolated");
  again->excludes(merge);
  grade->add_option("--csv", how.csv, "write a line for each student and exercise");
  grade->add_option("--totals", how.totals, "write a line of CSV for each student");
  grade->add_option("--html", how.html,
                    "write a page: marks, common mistakes, and similar answers");
  auto* roster =
      grade->add_option("--roster", how.roster,
                        "the list of students: the gradebook, as Canvas or Moodle exports it");
  grade->add_option("--canvas", how.canvas, "write marks for Canvas's gradebook")->needs(roster);
  grade->add_option("--moodle", how.moodle, "write marks for Moodle's gradebook");
  grade->add_option("--junit", how.junit, "write JUnit's XML, a suite for each student");
  grade->add_option("--gradescope", how.gradescope,
                    "write STUDENT/results.json for Gradescope into this folder");
  grade->add_option("--device", v.to.run.device, "device profile of the emulator, such as h200");
  v.add_time_limit(grade);
  v.add_json(grade);
}

}  // namespace lockstep::tutor
