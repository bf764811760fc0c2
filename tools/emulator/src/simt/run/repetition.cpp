#include "simt/run/repetition.hpp"

#include <cmath>

#include "simt/run/grid_run.hpp"
#include "simt/state/undo_log.hpp"

namespace lockstep::simt {
namespace {

constexpr std::chrono::seconds patience(2);  // a block that waits for others would not end

}  // namespace

void repeat_blocks(running_launch& launch, timing::recorder& paths, worker_pool& pool) {
  constexpr double near = 0.01;
  launch.has_deadline = true;
  launch.deadline = std::chrono::steady_clock::now() + patience;
  launch.going_on = nullptr;
  launch.waiting_person = nullptr;
  for (const std::uint64_t index : paths.lacking()) {
    const double before = paths.work()[index];
    paths.follow_too(index);
    undo_log undo(*launch.memory);
    launch.undo = &undo;
    launch.repeated = index;
    launch.next_cluster = 0;
    launch.stop = false;
    const bool is_faulty = run_grid(launch, pool, 1, 1).found.has_value();
    const bool is_same = std::abs(paths.work()[index] - before) <= near * before;
    paths.note_work(index, static_cast<std::uint64_t>(before));
    if (is_faulty || !is_same) paths.drop_last();
  }
  launch.undo = nullptr;
}

}  // namespace lockstep::simt
