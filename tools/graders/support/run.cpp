#include <lockstep/grader/run.hpp>

#include <lockstep/grader/counts.hpp>
#include <lockstep/grader/trials.hpp>
#include <lockstep/observe.hpp>

#include <string>

#include "session.hpp"
#include "work_scope.hpp"

namespace lockstep::grader {

namespace {

void require_success(cudaError_t code, const char* what) {
  if (code == cudaSuccess) return;
  throw wrong(std::string(what) + " failed: " + cudaGetErrorString(code) + " (" +
              cudaGetErrorName(code) + ")");
}

}  // namespace

void finish() {
  require_success(cudaGetLastError(), "a launch or another CUDA call");
  require_success(cudaDeviceSynchronize(), "a kernel");
}

launch_list measure_launches(const std::function<void()>& code,
                             const std::function<void()>& require_right) {
  const session& state = current_session();
  const bool wrong_before =
      !state.failed_suite.empty() && state.failed_suite != state.test_case->m_test_suite;
  if (!state.supposing && (wrong_before || state.device_lost)) {
    throw undecided(phrase("right-first", "Not measured: the answer has to be right first."));
  }
  const observe scope;
  if (!scope.available()) {
    throw undecided(phrase("does-not-count",
                           "Not measured: the back end `{}` does not count; the emulator does.",
                           backend_name()));
  }
  const work_scope kept;
  run_measured(code);
  launch_list launches = scope.launches();
  kept.note();
  require_right();
  return launches;
}

counters measure(const std::function<void()>& code, const std::function<void()>& require_right) {
  return total(measure_launches(code, require_right));
}

}  // namespace lockstep::grader
