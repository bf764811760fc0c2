#include <lockstep/device.hpp>
#include <lockstep/grader/run.hpp>
#include <lockstep/grader/stopwatch.hpp>
#include <lockstep/observe.hpp>
#include <lockstep/timer.hpp>

#include "session.hpp"

namespace lockstep::grader {

void stopwatch::time(double bytes, const std::function<void()>& work,
                     const std::function<void()>& prepare) {
  constexpr int repeats = 15;
  const auto prepared = [&] {
    if (prepare) prepare();
  };
  const double milliseconds = median_milliseconds(repeats, prepared, [&] { work(); });
  finish();
  record_time(milliseconds, bytes, describe_device().memory_bandwidth);
}

void time_on_gpu(const std::function<void(stopwatch&)>& body) {
  const session& state = current_session();
  if (backend_name() != "gpu") return leave_undecided("Not timed: only a GPU has its clock.");
  if (!state.failed_suite.empty() || state.device_lost) {
    return leave_undecided("Not timed: the answer has to be right first.");
  }
  stopwatch watch;
  body(watch);
}

}  // namespace lockstep::grader
