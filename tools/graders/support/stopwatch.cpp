#include <lockstep/device.hpp>
#include <lockstep/grader/run.hpp>
#include <lockstep/grader/stopwatch.hpp>
#include <lockstep/observe.hpp>
#include <lockstep/timer.hpp>

#include "session.hpp"

namespace lockstep::grader {

void stopwatch::time(double bytes, const std::function<void()>& work,
                     const std::function<void()>& prepare, const rival& other) {
  constexpr int repeats = 15;
  const auto prepared = [&] {
    if (prepare) prepare();
  };
  const auto timed = [&](const std::function<void()>& code) {
    const double milliseconds = median_milliseconds(repeats, prepared, [&] { code(); });
    finish();
    return milliseconds;
  };
  const double milliseconds = timed(work);
  record_time(milliseconds, bytes, describe_device().memory_bandwidth, other.name,
              other.work ? timed(other.work) : 0);
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
