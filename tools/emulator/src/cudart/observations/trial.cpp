#include "cudart/observations/trial.hpp"

#include <algorithm>
#include <cstring>

#include "cudart/environment.hpp"
#include "cudart/observations/copy_text.hpp"
#include "cudart/observations/estimates.hpp"
#include "cudart/runtime.hpp"
#include "cudart/streams/launch_overlap.hpp"
#include "simt/linking/linked_image.hpp"

namespace lockstep::cudart {

bool trial::begin(bool after_fill) {
  if (active_) return false;
  runtime& process = runtime::get();
  sum_ = {};
  longest_ = 0;
  copy_text(sum_.device, settings().device);
  fault_before_ = process.fault.suspend();
  // What is left out would look like a bug to the checks.
  process.engine().set_watch(nullptr, settings().timeout, std::chrono::milliseconds(0));
  process.engine().set_timing(true, true);
  after_fill_ = after_fill;
  active_ = true;
  launch_overlap* const launches = launch_overlap::asked_for();
  const std::scoped_lock lock(launches->mutex);
  launches->start();
  return true;
}

bool trial::end(lockstep_model_time& out) {
  if (!active_) return false;
  runtime& process = runtime::get();
  if (sum_.launches == 0) refuse("no kernel was launched");
  active_ = false;
  process.engine().set_timing(settings().clock != clock_setting::off, false);
  process.engine().set_watch(process.monitor.get(), settings().timeout, settings().keep_going);
  process.fault.resume(fault_before_);
  copy_out(sum_, out);
  return true;
}

void trial::run(const registered_kernel& kernel, const simt::launch_options& options,
                const std::vector<std::byte>& parameters) {
  runtime& process = runtime::get();
  const simt::image& image = *kernel.image->loaded;
  ++sum_.launches;
  // A kernel whose blocks wait for others would wait for ever, as those do not run.
  const std::string before = refusal_before(
      *image.find(kernel.name), options, image.linked().decoded(image.linked().kernel(kernel.name)),
      !image.launchable(kernel.name).empty());
  if (!before.empty()) return refuse(before);
  if (const std::string overlap = overlap_of_launch(); !overlap.empty()) return refuse(overlap);
  if (options.cooperative) return refuse("its blocks wait for each other (a cooperative launch)");
  const std::shared_lock memory_stays(process.work);
  try {
    const simt::outcome outcome =
        process.engine().run(image, kernel.name, options, parameters, true);
    if (outcome.stopped_by) refuse("the launch did not come to its end");
  } catch (const simt::unsupported& unsupported) {
    refuse(unsupported.what());
  } catch (const std::bad_alloc&) {
    refuse("the host has no memory left for it");
  }
}

void trial::add(const protocol::time_estimate& estimate) {
  if (!estimate.refused.empty()) return refuse(estimate.refused);
  const std::scoped_lock lock(mutex_);
  sum_.microseconds += estimate.microseconds;
  sum_.launch_microseconds += estimate.launch_microseconds;
  sum_.error_percent = std::max(sum_.error_percent, estimate.error_percent);
  if (estimate.microseconds > longest_) {
    longest_ = estimate.microseconds;
    copy_text(sum_.limited_by, estimate.limited_by);
  }
}

void trial::add_other_work() {
  const std::scoped_lock lock(mutex_);
  ++sum_.other_work;
}

void trial::refuse(const std::string& why) {
  const std::scoped_lock lock(mutex_);
  if (sum_.refused[0] != '\0') return;
  copy_text(sum_.refused, why);
}

}  // namespace lockstep::cudart
