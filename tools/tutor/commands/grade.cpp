// Marks a class.
#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "classroom/class_grading.hpp"
#include "commands/commands.hpp"
#include "language/language.hpp"
#include "processes/process.hpp"
#include "support/failure.hpp"
#include "support/text.hpp"

namespace fs = std::filesystem;

namespace lockstep::tutor::commands {
namespace {

using namespace classroom;
using nlohmann::ordered_json;

void print_json(const class_marks& marks, const class_grading& grading, int code) {
  ordered_json root = to_json(marks);
  root["answers"] = grading.answers();
  root["not_graded"] = grading.not_graded();
  root["exit_code"] = code;
  fmt::print("{}\n", root.dump(2, ' ', false, ordered_json::error_handler_t::replace));
}

void print_text(const class_marks& marks, const class_grading& grading, const palette& colours) {
  const std::string before = grading.graded_before() == 0
                                 ? ""
                                 : tr("; {} graded before, and unchanged", grading.graded_before());
  fmt::print("{}\n{} of {}, seed {}{}.\n", to_text(marks, colours),
             count_of(grading.answers(), "answer"), count_of(marks.students.size(), "student"),
             marks.seed, before);
  if (!marks.isolated)
    fmt::print("{}", tr("{} Programs are not isolated here: install bubblewrap, or see ./lockstep "
                        "help instructors.\n",
                        colours.warn("->")));
}

void write_files(const class_marks& marks, const grade_options& how) {
  if (!how.csv.empty()) write_export(how.csv, to_csv(marks.students));
  if (!how.totals.empty()) write_export(how.totals, totals_csv(marks));
  if (!how.junit.empty()) write_export(how.junit, to_junit(marks.students));
  if (how.gradescope.empty()) return;
  for (const auto& one : marks.students)
    write_export((fs::path(how.gradescope) / one.name / "results.json").string(),
                 to_gradescope(one.marks));
}

}  // namespace

int grade_class(const context& all, const grade_options& how) {
  class_grading grading(all, how);
  int stopped_by = 0;
  std::string problem;
  try {
    grading.grade();
  } catch (const interrupted& by) {
    stopped_by = by.signal;
  } catch (const failure& what) {
    problem = fmt::format("{}\n{}", what.what(), what.advice);
  }
  const class_marks marks = grading.marks();
  const bool incomplete = grading.not_graded() > 0 || !problem.empty();
  const int code = stopped_by != 0 ? 128 + stopped_by
                   : incomplete    ? static_cast<int>(exit_code::setup_missing)
                                   : 0;
  if (all.json)
    print_json(marks, grading, code);
  else
    print_text(marks, grading, all.colours);
  write_files(marks, how);
  if (stopped_by != 0)
    fmt::print(stderr, "{}",
               tr("Stopped: {} of {} not graded. The same command goes on from here.\n",
                  grading.not_graded(), grading.answers()));
  if (!problem.empty()) fmt::print(stderr, "lockstep: {}\n", problem);
  return code;
}

}  // namespace lockstep::tutor::commands
