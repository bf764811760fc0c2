#include <algorithm>
#include <utility>

#include "lockstep/protocol/phrase.hpp"
#include "verdict/verdict.hpp"
#include "verdict/warnings.hpp"
#include "verdict/wording.hpp"

namespace lockstep::tutor {
namespace {

using protocol::finding;
using how = process_end::how;

// Findings that end a kernel before it is done: what comes after them, a crash or a wrong result,
// is their doing. (A launch that is refused is no such thing: the program goes on, and its results
// say for which input.)
bool stops_the_kernel(const finding& found) { return found.stopped || found.went_on; }

// What was never written may be anything: a kernel that reads it may then go wrong in every way.
const finding& cause_of(const finding& found, const evidence& seen) {
  for (const finding& before : seen.seen.findings) {
    if (&before == &found) break;
    if (before.kind == protocol::finding_kind::uninitialized_read && !before.is_warning() &&
        before.kernel == found.kernel && before.where.line != found.where.line)
      return before;
  }
  return found;
}

bool is_timeout(const finding& found) { return found.kind == protocol::finding_kind::timeout; }

bool is_undecided(const case_record& one) { return !one.undecided.empty(); }

auto failed_in(const std::string& suite) {
  return [suite](const case_record& one) { return one.failed() && one.suite == suite; };
}

bool failed_in_results(const case_record& one) {
  return one.failed() && one.suite != "checks" && one.suite != "properties";
}

// The order is the point: what comes first explains what comes later.
void decide(const evidence& seen, wording& words) {
  if (seen.build.kind != build_result::outcome::built) return words.not_built();
  if (!seen.violation.empty()) return words.not_on_its_own();
  if (const auto* found = seen.first_finding(is_timeout)) return words.kernel_never_ends(*found);
  if (const auto* found = seen.first_finding(stops_the_kernel))
    return words.check_found(cause_of(*found, seen));
  if (!seen.passed_by_the_grader() && !seen.seen.refusals.empty()) return words.refused();
  if (seen.end.kind == how::timed_out) return words.program_never_ends();
  if (seen.end.kind != how::exited) return words.ended_by_force();
  if (seen.could_not_begin()) return words.could_not_begin();
  if (!seen.graded()) return words.ended_early();
  if (const auto* one = seen.first_case(failed_in_results))
    return words.case_failed(*one, exit_code::wrong_result);
  if (!seen.seen.findings.empty()) return words.check_found(seen.seen.findings.front());
  if (const auto* one = seen.first_case(failed_in("checks")))
    return words.case_failed(*one, exit_code::check_found);
  if (const auto* one = seen.first_case(failed_in("properties")))
    return words.case_failed(*one, exit_code::property_missed);
  if (const auto* one = seen.first_case(is_undecided)) return words.undecided(*one);
  if (!seen.passed_by_the_grader()) return words.ended_early();
  words.passed();
}

void count(const case_record& one, std::vector<suite_count>& suites) {
  auto found = std::find_if(suites.begin(), suites.end(),
                            [&](const suite_count& s) { return s.suite == one.suite; });
  if (found == suites.end()) found = suites.insert(suites.end(), {one.suite, 0, 0});
  ++found->total;
  found->passed += one.passed ? 1 : 0;
}

}  // namespace

verdict judge(const evidence& seen) {
  verdict result;
  result.exercise = seen.exercise;
  result.seed = seen.seed;
  result.findings = seen.seen.findings;
  result.build_seconds = seen.build.seconds;
  result.run_seconds = seen.end.seconds;
  result.measurements = seen.records.measurements;
  result.times = seen.records.times;
  result.cases = seen.records.cases;
  result.graded = seen.graded();
  for (const auto& one : seen.records.cases) count(one, result.suites);

  wording words(seen, result);
  decide(seen, words);
  add_warnings(seen, result);
  blame_a_warning(seen, result);
  words.advise();
  if (seen.on_gpu && !result.passed())
    result.headline = protocol::phrase("on-gpu", "on the GPU: {}", result.headline);
  return result;
}

}  // namespace lockstep::tutor
