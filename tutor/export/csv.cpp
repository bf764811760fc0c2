#include <fmt/format.h>

#include <algorithm>

#include "../text.hpp"
#include "../verdict_output.hpp"
#include "export.hpp"

namespace lockstep::tutor {

std::string to_csv(const std::vector<graded_exercise>& all) {
  std::string text = csv_line({"exercise", "status", "exit_code", "points", "points_possible",
                               "cases_passed", "cases", "headline", "seconds"});
  for (const auto& one : all) {
    const exercise* of = one.of;
    const verdict& result = one.result;
    const auto passed = std::count_if(result.cases.begin(), result.cases.end(),
                                      [](const case_record& one) { return one.passed; });
    text +=
        csv_line({of->name, status_name(result.code), std::to_string(static_cast<int>(result.code)),
                  fmt::format("{:.2f}", score_of(one)), fmt::format("{:g}", of->worth.total()),
                  std::to_string(passed), std::to_string(result.cases.size()), result.headline,
                  fmt::format("{:.2f}", result.build_seconds + result.run_seconds)});
  }
  return text;
}

}  // namespace lockstep::tutor
