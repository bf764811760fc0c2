#include <fmt/format.h>

#include <algorithm>

#include "../text.hpp"
#include "../verdict_output.hpp"
#include "export.hpp"

namespace lockstep::tutor {
namespace {

// A spreadsheet takes what begins with one of these for a formula, and a learner may have had a
// hand in the text.
std::string cell_of(const std::string& any_bytes) {
  const std::string text = readable_text(any_bytes);
  return text.find_first_of("=+-@\t") == 0 ? "'" + text : text;
}

}  // namespace

std::string to_csv(const std::vector<graded_exercise>& all) {
  std::string text = csv_line({"exercise", "status", "exit_code", "points", "points_possible",
                               "cases_passed", "cases", "headline", "seconds"},
                              "\r\n");
  for (const auto& one : all) {
    const exercise* of = one.of;
    const verdict& result = one.result;
    const auto passed = std::count_if(result.cases.begin(), result.cases.end(),
                                      [](const case_record& one) { return one.passed; });
    text += csv_line(
        {of->name, status_name(result.code), std::to_string(static_cast<int>(result.code)),
         fmt::format("{:.2f}", score_of(one)), fmt::format("{:g}", of->worth.total()),
         std::to_string(passed), std::to_string(result.cases.size()), cell_of(result.headline),
         fmt::format("{:.2f}", result.build_seconds + result.run_seconds)},
        "\r\n");
  }
  return text;
}

}  // namespace lockstep::tutor
