#include "findings.hpp"

#include <lockstep/observe.hpp>

#include <filesystem>

#include "session.hpp"

#include <lockstep/grader/trials.hpp>

namespace lockstep::grader {

bool has_checks() { return detail::findings().complete(); }

bool all_checks_are_on() { return has_checks() && current_session().checks == "all"; }

std::vector<lockstep_finding> findings() {
  std::vector<lockstep_finding> found;
  if (!has_checks()) return found;
  for (std::uint64_t i = 0; i < detail::findings().count(); ++i) {
    lockstep_finding finding{};
    finding.struct_size = sizeof finding;
    if (detail::findings().get(i, &finding) == 0) found.push_back(finding);
  }
  return found;
}

void require_no_findings() {
  if (!has_checks()) {
    return leave_undecided(
        phrase("no-checks", "This back end does not check kernels; the emulator does."));
  }
  if (findings().empty() && !all_checks_are_on()) {
    return leave_undecided(phrase("not-all-checks",
                                  "Not all checks are on: LOCKSTEP_CHECKS is `{}`, not `all`.",
                                  current_session().checks));
  }
  const std::string& trial = current_session().first_finding;
  for (const lockstep_finding& finding : findings()) {
    const std::string text =
        (trial.empty() ? "" : trial + ": ") + finding.kind + ": " + finding.message;
    if (*finding.file == '\0') {
      fail_case(text);
    } else {
      const auto file = std::filesystem::path(finding.file).lexically_normal();
      fail_case(text, file.c_str(), static_cast<int>(finding.line));
    }
  }
  if (const std::string& leak = current_session().leak; !leak.empty()) {
    fail_case(with_advice(leak,
                          "Free what you allocate with cudaFree, or work in the memory that the "
                          "parameters\npoint to."));
  }
}

}  // namespace lockstep::grader
