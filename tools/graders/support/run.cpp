#include <lockstep/grader/run.hpp>

#include <lockstep/grader/counts.hpp>
#include <lockstep/grader/trials.hpp>
#include <lockstep/observe.hpp>

#include <optional>
#include <string>

#include "session.hpp"

namespace lockstep::grader {

namespace {

void require_success(cudaError_t code, const char* what) {
  if (code == cudaSuccess) return;
  throw wrong(std::string(what) + " failed: " + cudaGetErrorString(code) + " (" +
              cudaGetErrorName(code) + ")");
}

// How the threads of the launches in a scope share the work, where that is known.
class work_scope {
 public:
  work_scope() { (void)keep(1); }
  work_scope(const work_scope&) = delete;
  work_scope& operator=(const work_scope&) = delete;
  ~work_scope() { (void)keep(0); }

  std::optional<lockstep_work> get() const {
    static const auto get_work =
        lockstep::detail::runtime_function<decltype(lockstep_get_work)>("lockstep_get_work");
    lockstep_work found{};
    found.struct_size = sizeof found;
    if (get_work == nullptr || get_work(&found) != 0) return std::nullopt;
    return found;
  }

 private:
  static int keep(int on) {
    static const auto keep_work =
        lockstep::detail::runtime_function<decltype(lockstep_keep_work)>("lockstep_keep_work");
    return keep_work == nullptr ? -1 : keep_work(on);
  }
};

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
  run(code);
  launch_list launches = scope.launches();
  current_session().work = kept.get();
  require_right();
  return launches;
}

std::optional<lockstep_work> work_of(const std::function<void()>& code) {
  const work_scope kept;
  run(code);
  return kept.get();
}

counters measure(const std::function<void()>& code, const std::function<void()>& require_right) {
  return total(measure_launches(code, require_right));
}

}  // namespace lockstep::grader
