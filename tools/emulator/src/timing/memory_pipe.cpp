#include "timing/memory_pipe.hpp"

#include <algorithm>
#include <array>

#include "timing/pipes.hpp"

namespace lockstep::timing {
namespace {

bool updates_memory(const operation& o) {
  return o.what == action::atomic || o.what == action::reduction;
}

}  // namespace

double memory_pipe::run(const instruction& i, double now, warp_memory& warp, stall& reason) {
  reason = stall::short_scoreboard;
  issues_ = 0;
  if (i.what->what == action::shuffle) {
    const bool adds = i.what->latency > on_.shuffle_latency;  // REDUX
    return pass(now, adds ? 2 : 1) + std::max<double>(on_.shuffle_latency, i.what->latency);
  }
  if (i.what->stack_bytes != 0 || (i.made != nullptr && i.made->space == ptx::state_space::local)) {
    reason = stall::long_scoreboard;
    return on_local(i, now);
  }
  if (i.made == nullptr) return without_lanes(i, now, reason);
  if (i.made->space == ptx::state_space::shared) return on_shared(i, now, warp);
  if (i.made->lines == 0) return pass(now, 1) + on_.l1_latency;
  reason = stall::long_scoreboard;
  return on_global(i, now, warp);
}

// Under a predicate that holds for no lane: it goes through the pipe all the same, and what needs
// its result waits as long (h100_predicated_off.csv).
double memory_pipe::without_lanes(const instruction& i, double now, stall& reason) {
  if (i.what->space != ptx::state_space::shared) reason = stall::long_scoreboard;
  return enter(now) + on_.shared_latency;
}

double memory_pipe::on_shared(const instruction& i, double now, warp_memory& warp) {
  if (!updates_memory(*i.what)) {
    const double passes = no_conflicts_ ? i.made->least : i.made->passes;
    const double begins = pass(now, passes);
    warp.stores_done = std::max(warp.stores_done, begins + passes);
    return begins + passes - 1 + on_.shared_latency;
  }
  const atomic_form form = i.what->form == atomic_form::floating ? atomic_form::loop : i.what->form;
  const shared_atomics::request what{
      i.made,         i.path->words.data() + i.made->first_line, i.salt, form, i.what->is_for_warp,
      i.what->is_wide};
  const double begins = std::max(pass(now, shared_atomics::passes(what)), warp.atomics_free);
  const double done = shared_atomics_.run(begins, what) + i.what->latency;
  warp.atomics_free = done - on_.shared_atomic;
  warp.stores_done = std::max(warp.stores_done, done - on_.shared_atomic);
  constexpr double instructions = 6;  // of a round: load, add, compare and swap, compare, branch
  if (form == atomic_form::loop) {
    issues_ = instructions * i.made->crowd;
    warp.loops_until = done;
  }
  return done;
}

double memory_pipe::on_global(const instruction& i, double now, warp_memory& warp) {
  const touched_line* lines = i.path->lines.data() + i.made->first_line;
  const unsigned count = i.what->is_for_warp ? 1 : i.made->lines;
  const double banks = i.what->what == action::load ? i.made->passes : 1;
  const double begins = pass(now, std::max(banks, l1_passes(lines, count)));
  const memory_system::request what{lines, count, i.salt, i.what->is_volatile};
  if (i.what->what == action::load) return memory_.load(begins, what);
  double done = begins;
  if (updates_memory(*i.what)) {
    const bool answers = i.what->what == action::atomic;
    done = memory_.atomic(begins, what, {i.what->form, answers, i.what->is_for_warp}) +
           i.what->latency;
    if (answers) return hold_back(begins), done;
  } else {
    memory_.store(begins, what);
  }
  warp.stores_done = std::max(warp.stores_done, begins + on_.store_done);
  hold_back(begins);
  return done;
}

// Variables in local memory, and spilled registers: of these all lanes have the same.
double memory_pipe::on_local(const instruction& i, double now) {
  std::array<touched_line, 4> words;
  const touched_line* lines = words.data();
  unsigned count = i.what->stack_bytes / 4;
  if (count == 0) {
    lines = i.path->locals.data() + i.made->first_line;
    count = i.made->lines;
  } else {
    constexpr std::uint64_t behind_variables = 1u << 20;
    for (unsigned n = 0; n < count; ++n)
      words[n] = {behind_variables + i.what->stack_offset / 4 + n, 15, 15, 0, 0};
  }
  const double begins = pass(now, l1_passes(lines, count));
  const memory_system::request what{lines, count, i.salt, false, i.warp};
  if (i.what->what == action::load) return memory_.load(begins, what);
  memory_.store(begins, what);
  hold_back(begins);
  return begins;
}

// When it is in the pipe, which takes one instruction a cycle. Behind it those that touch nothing
// do not wait for the passes of others.
double memory_pipe::enter(double now) {
  const double enters = std::max(now, entry_free_);
  entry_free_ = enters + 1;
  return enters;
}

// When it begins.
double memory_pipe::pass(double now, double cycles) {
  const double begins = std::max(enter(now), free_);
  free_ = begins + cycles;
  return begins;
}

// Behind full queues nothing more can be taken.
void memory_pipe::hold_back(double now) {
  constexpr double most = 4000;
  const double behind = memory_.backlog(now) - most;
  if (behind > 0) free_ = std::max(free_, now + behind);
}

}  // namespace lockstep::timing
