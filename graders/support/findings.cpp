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

// One that keeps memory for its next call allocates in a few trials; one that forgets it, in nearly
// all.
void require_no_leak() {
  const session& state = current_session();
  if (2 * state.leaking_trials <= state.right_trials) return;
  fail_case(with_advice(
      "leak: device memory is never freed: " + std::to_string(state.leaked_bytes) + " bytes in " +
          std::to_string(state.leaking_trials) + " of " + std::to_string(state.right_trials) +
          " trials",
      "What cudaMalloc gives, cudaFree takes back. Or work in the memory that the parameters\n"
      "give."));
}

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
  require_no_leak();
}

}  // namespace lockstep::grader
