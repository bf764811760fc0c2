#include <lockstep/device.hpp>
#include <lockstep/grader/run.hpp>
#include <lockstep/grader/stopwatch.hpp>
#include <lockstep/model_time.hpp>
#include <lockstep/observe.hpp>
#include <lockstep/timer.hpp>

#include <cstdlib>

#include "session.hpp"

namespace lockstep::grader {
namespace {

constexpr double most_model_bytes = 512e6;  // of inputs that are made for a model's sake

void time_by_model(const std::function<void()>& work, const std::function<void()>& prepare,
                   const rival& other) {
  prepare();
  const auto time = model_time(work);
  finish();
  if (!time) return;
  double rival_microseconds = 0;
  if (other.work) {
    prepare();
    const auto its_time = model_time(other.work);
    if (its_time && its_time->refused[0] == '\0') rival_microseconds = its_time->microseconds;
  }
  record_model_time({{},
                     time->device,
                     time->microseconds,
                     time->error_percent,
                     time->limited_by,
                     time->other_work,
                     time->refused,
                     rival_microseconds > 0 ? other.name : "",
                     rival_microseconds});
}

}  // namespace

void stopwatch::time(double bytes, const std::function<void()>& work,
                     const std::function<void()>& prepare, const rival& other) {
  constexpr int repeats = 15;
  const auto prepared = [&] {
    if (prepare) prepare();
  };
  if (backend_name() != "gpu") return time_by_model(work, prepared, other);
  const auto timed = [&](const std::function<void()>& code) {
    const double milliseconds = median_milliseconds(repeats, prepared, [&] { code(); });
    finish();
    return milliseconds;
  };
  const double milliseconds = timed(work);
  record_time(milliseconds, bytes, describe_device().memory_bandwidth, other.name,
              other.work ? timed(other.work) : 0);
}

void time_on_gpu(const std::function<void(stopwatch&)>& body, double input_bytes) {
  const session& state = current_session();
  const bool is_modelled = std::getenv("LOCKSTEP_MODEL_TIMES") != nullptr;
  if (backend_name() != "gpu" && !is_modelled)
    return leave_undecided(phrase("gpu-clock", "Not timed: that takes a GPU."));
  if (backend_name() != "gpu" && input_bytes > most_model_bytes)
    return leave_undecided(phrase(
        "too-large-to-model", "Not timed: the input is too large to simulate for an estimate."));
  if (!state.failed_suite.empty() || state.device_lost) {
    return leave_undecided(
        phrase("right-before-timed", "Not timed: the answer has to be right first."));
  }
  stopwatch watch;
  body(watch);
}

}  // namespace lockstep::grader
