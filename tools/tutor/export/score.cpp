#include <algorithm>

#include "export/export.hpp"
#include "lockstep/protocol/host_work.hpp"
#include "verdict/warnings.hpp"

namespace lockstep::tutor {
namespace {

// Of the suites with these names; 1 if there are none.
double share_of_passed(const verdict& of, std::initializer_list<std::string_view> suites) {
  unsigned passed = 0, total = 0;
  for (const auto& one : of.suites) {
    for (const auto& name : suites) {
      if (one.suite != name) continue;
      passed += one.passed;
      total += one.total;
    }
  }
  return total == 0 ? 1 : static_cast<double>(passed) / total;
}

// The elements went to the host, which computed what the kernels were to compute.
bool is_work_of_the_host(const verdict& of) {
  return std::any_of(of.measurements.begin(), of.measurements.end(), [](const measurement& one) {
    return one.what == protocol::elements_for_the_host && one.measured > one.bound;
  });
}

bool has(const verdict& of, std::string_view suite) {
  for (const auto& one : of.suites) {
    if (one.suite == suite && one.total > 0) return true;
  }
  return false;
}

}  // namespace

double score_of(const verdict& of, const points& worth) {
  if (of.passed()) return worth.total();
  if (!of.graded || is_work_of_the_host(of)) return 0;
  const bool has_checks = has(of, "checks"), has_properties = has(of, "properties");
  const double for_results =
      worth.results + (has_checks ? 0 : worth.checks) + (has_properties ? 0 : worth.properties);
  const double right = share_of_passed(of, {"results", "predictions"});
  double score = for_results * right;
  if (right < 1) return score;
  if (has_checks && of.findings.empty()) score += worth.checks * share_of_passed(of, {"checks"});
  if (has_properties) score += worth.properties * share_of_passed(of, {"properties"});
  return score;
}

double score_of(const graded_exercise& one) {
  return one.untouched ? 0 : score_of(one.result, one.of->worth);
}

std::string explanation(const verdict& of) {
  std::string text;
  for (const auto& one : of.warnings) text += sentence_of(one.what) + "\n";
  for (const auto& line : of.details) text += line + "\n";
  for (const auto& line : of.next) text += "-> " + line + "\n";
  return text;
}

}  // namespace lockstep::tutor
