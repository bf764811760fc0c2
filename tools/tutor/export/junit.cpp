#include "export/export.hpp"
#include "export/junit_document.hpp"
#include "support/text.hpp"

namespace lockstep::tutor {
namespace {

junit::test_case to_case(const std::string& exercise, const case_record& one) {
  junit::test_case made{exercise + "." + one.suite, one.name, {}, {}, {}};
  if (one.passed) return made;
  made.failure_text = one.failures.empty() ? one.undecided : one.failures.front().message;
  made.failure_message = first_line(made.failure_text);
  made.failure_type = one.undecided.empty() ? one.suite : "undecided";
  made.error = !one.undecided.empty();
  return made;
}

junit::test_suite to_suite(const std::vector<graded_exercise>& all, const std::string& name,
                           const std::string& package) {
  junit::test_suite suite{name, package, 0, {}};
  for (const auto& graded : all) {
    const exercise* of = graded.of;
    const verdict& result = graded.result;
    suite.seconds += result.build_seconds + result.run_seconds;
    bool reported = result.passed();
    for (const auto& one : result.cases) {
      suite.cases.push_back(to_case(of->name, one));
      reported = reported || one.failed();
    }
    if (reported) continue;
    // What is wrong is not in any case: it does not compile, it crashed, a check found something.
    suite.cases.push_back({of->name, "verdict", result.headline, status_of(graded),
                           explanation(result),
                           !graded.missing && result.code == exit_code::setup_missing});
  }
  return suite;
}

}  // namespace

std::string to_junit(const std::vector<graded_exercise>& all) {
  return junit::document({to_suite(all, "lockstep", "lockstep.verify")});
}

std::string to_junit(const std::vector<graded_student>& all) {
  std::vector<junit::test_suite> suites;
  for (const auto& one : all) suites.push_back(to_suite(one.marks, one.name, "lockstep.grade"));
  return junit::document(suites);
}

}  // namespace lockstep::tutor
