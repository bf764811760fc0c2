#include <fmt/format.h>

#include <algorithm>

#include "export/export.hpp"
#include "support/text.hpp"

namespace lockstep::tutor {
namespace {

using cells = std::vector<std::string>;

const cells header{"exercise",     "status", "exit_code", "points", "points_possible",
                   "cases_passed", "cases",  "headline",  "seconds"};

cells cells_of(const graded_exercise& one) {
  const verdict& result = one.result;
  const auto passed = std::count_if(result.cases.begin(), result.cases.end(),
                                    [](const case_record& one) { return one.passed; });
  return {one.of->name,
          status_of(one),
          one.missing ? "" : std::to_string(static_cast<int>(result.code)),
          fmt::format("{:.2f}", score_of(one)),
          fmt::format("{:g}", one.of->worth.total()),
          std::to_string(passed),
          std::to_string(result.cases.size()),
          text_cell(result.headline),
          fmt::format("{:.2f}", result.build_seconds + result.run_seconds)};
}

std::string line_of(cells of, const std::string& student = {}) {
  if (!student.empty()) of.insert(of.begin(), student);
  return csv_line(of, "\r\n");
}

}  // namespace

// A spreadsheet takes what begins with one of these for a formula, and a learner may have had a
// hand in the text.
std::string text_cell(const std::string& any_bytes) {
  const std::string text = readable_text(any_bytes);
  return text.find_first_of("=+-@\t") == 0 ? "'" + text : text;
}

std::string to_csv(const std::vector<graded_exercise>& all) {
  std::string text = line_of(header);
  for (const auto& one : all) text += line_of(cells_of(one));
  return text;
}

std::string to_csv(const std::vector<graded_student>& all) {
  std::string text = line_of(header, "student");
  for (const auto& one : all) {
    for (const auto& mark : one.marks) text += line_of(cells_of(mark), text_cell(one.name));
  }
  return text;
}

}  // namespace lockstep::tutor
