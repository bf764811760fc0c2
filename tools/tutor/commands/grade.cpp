// Marks a class.
#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "class_page/page.hpp"
#include "classroom/class_grading.hpp"
#include "classroom/gradebook.hpp"
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

void write_gradebook(const std::string& file, const gradebook& made) {
  write_export(file, made.csv);
  for (const auto& note : made.notes) fmt::print(stderr, "{}: {}\n", file, note);
}

void write_files(const context& all, const class_marks& marks, const grade_options& how,
                 const std::optional<roster>& students) {
  if (!how.csv.empty()) write_export(how.csv, to_csv(marks.students));
  if (!how.totals.empty()) write_export(how.totals, totals_csv(marks));
  if (!how.junit.empty()) write_export(how.junit, to_junit(marks.students));
  if (!how.html.empty()) write_export(how.html, class_page::page_of(all, marks));
  if (!how.canvas.empty()) write_gradebook(how.canvas, for_canvas(marks, students.value()));
  if (!how.moodle.empty())
    write_gradebook(how.moodle, for_moodle(marks, students ? &*students : nullptr));
  if (how.gradescope.empty()) return;
  for (const auto& one : marks.students)
    write_export((fs::path(how.gradescope) / one.name / "results.json").string(),
                 to_gradescope(one.marks));
}

// Of a part there are no marks: it takes all of them to have those of a student.
void print_part(const class_grading& grading, const grade_options& how, bool as_json, int code) {
  if (as_json) {
    const ordered_json root{{"part", how.part},
                            {"answers", grading.answers()},
                            {"not_graded", grading.not_graded()},
                            {"exit_code", code}};
    fmt::print("{}\n", root.dump(2));
    return;
  }
  fmt::print("{}\n", tr("Part {}: {} of {} graded, {} of them before. ./lockstep help instructors "
                        "says how to merge parts.",
                        how.part, grading.answers() - grading.not_graded(),
                        count_of(grading.answers(), "answer"), grading.graded_before()));
}

void refuse_exports_of_part(const grade_options& how) {
  for (const auto& [option, value] :
       {std::pair{"--csv", &how.csv}, std::pair{"--totals", &how.totals},
        std::pair{"--junit", &how.junit}, std::pair{"--gradescope", &how.gradescope},
        std::pair{"--html", &how.html}, std::pair{"--canvas", &how.canvas},
        std::pair{"--moodle", &how.moodle}})
    if (!how.part.empty() && !value->empty())
      throw wrong_usage(tr("a part of a class has no marks, so {} has nothing to write", option),
                        "Use it with --merge, or without --part.");
}

}  // namespace

int grade_class(const context& all, const grade_options& how) {
  refuse_exports_of_part(how);
  std::optional<roster> students;  // read first, before anybody waits
  if (!how.roster.empty()) students = read_roster(how.roster);
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
  if (!how.part.empty())
    print_part(grading, how, all.json, code);
  else if (all.json)
    print_json(marks, grading, code);
  else
    print_text(marks, grading, all.colours);
  write_files(all, marks, how, students);
  if (stopped_by != 0)
    fmt::print(stderr, "{}",
               tr("Stopped: {} of {} not graded. The same command continues from here.\n",
                  grading.not_graded(), grading.answers()));
  if (!problem.empty()) fmt::print(stderr, "lockstep: {}\n", problem);
  return code;
}

}  // namespace lockstep::tutor::commands
