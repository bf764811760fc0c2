#include "cudart/streams/launch_overlap.hpp"

#include <utility>

#include "cudart/environment.hpp"
#include "cudart/runtime.hpp"

namespace lockstep::cudart {
namespace {

// More launches than these are not remembered: older ones count as ended.
constexpr std::size_t most_open = 4096;

// The launch that the thread makes.
struct running_launch {
  std::uint32_t grid = 0;
  bool is_early = false;
  std::vector<std::uint32_t> beside;  // grids that may still run
};
thread_local running_launch running;

}  // namespace

launch_overlap* launch_overlap::asked_for() {
  const bool is_asked = settings().clock != clock_setting::off || runtime::get().on_trial.active();
  static auto& all = *new launch_overlap;
  return is_asked ? &all : nullptr;
}

void launch_overlap::start() {
  order.host_waits_for_all();
  open_.clear();
}

void launch_overlap::begins(const checks::stream_id& in, bool early) {
  running = {};
  if (!order.is_behind_all(in))
    for (const open_launch& other : open_)
      if (order.may_run(other.grid, other.began, &in)) running.beside.push_back(other.grid);
  running.is_early = early && !open_.empty() && running.beside.empty();
  if (running.is_early) running.beside.push_back(open_.back().grid);
  checks::grid_facts facts;
  order.begin(in, facts);
  running.grid = time_.begin_grid(std::move(facts));
  const checks::epoch began = time_.began(running.grid);
  order.ended(in, running.grid, time_.end_grid(running.grid));
  if (open_.size() == most_open) open_.erase(open_.begin());
  open_.push_back({running.grid, began, 0, false, false});
}

std::vector<std::uint64_t> launch_overlap::recorded_as(std::uint64_t number) {
  std::vector<std::uint64_t> withdrawn;
  for (open_launch& one : open_) {
    if (one.grid == running.grid) {
      one.number = number;
      one.is_recorded = true;
      one.is_withdrawn = !running.beside.empty();
    }
    for (const std::uint32_t grid : running.beside) {
      if (one.grid != grid || !one.is_recorded || one.is_withdrawn) continue;
      one.is_withdrawn = true;
      withdrawn.push_back(one.number);
    }
  }
  return withdrawn;
}

void launch_overlap::host_has_waited() {
  std::erase_if(
      open_, [&](const open_launch& one) { return !order.may_run(one.grid, one.began, nullptr); });
}

std::string overlap_of_launch() {
  if (running.beside.empty()) return {};
  return running.is_early ? "it may begin before the launch ahead of it has ended (programmatic "
                            "dependent launch)"
                          : "a launch in another stream may run at the same time";
}

std::string overlap_of_earlier() {
  if (running.beside.empty()) return {};
  return running.is_early
             ? "the launch after it may begin before it has ended (programmatic dependent launch)"
             : "a launch in another stream may run at the same time";
}

}  // namespace lockstep::cudart
