#include "findings.hpp"

#include <lockstep/observe.hpp>

#include <filesystem>

#include "session.hpp"

#include <lockstep/grader/trials.hpp>

namespace lockstep::grader {

namespace {

const auto count_findings =
    detail::runtime_function<decltype(lockstep_findings)>("lockstep_findings");
const auto get_finding =
    detail::runtime_function<decltype(lockstep_get_finding)>("lockstep_get_finding");

}  // namespace

bool has_checks() { return count_findings != nullptr && get_finding != nullptr; }

std::vector<lockstep_finding> findings() {
  std::vector<lockstep_finding> found;
  if (!has_checks()) return found;
  for (std::uint64_t i = 0; i < count_findings(); ++i) {
    lockstep_finding finding{};
    finding.struct_size = sizeof finding;
    if (get_finding(i, &finding) == 0) found.push_back(finding);
  }
  return found;
}

void require_no_findings() {
  if (!has_checks()) {
    return leave_undecided("This back end does not check kernels; the emulator does.");
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
    fail_case(
        with_advice(leak + " are never freed",
                    "What cudaMalloc gives, cudaFree takes back. Or work in the memory that the "
                    "parameters\ngive."));
  }
}

}  // namespace lockstep::grader
