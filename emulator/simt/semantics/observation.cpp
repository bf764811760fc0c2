// What a checked kernel does before an access: step::a is the address row, step::immediate the
// offset, step::extra the access (checking.hpp). The usual case of words of 4 bytes is done here,
// all others one by one.
#include "checks/quick_look.hpp"
#include "simt/checking.hpp"
#include "simt/semantics/address.hpp"
#include "simt/semantics/families.hpp"
#include "simt/semantics/lanes.hpp"

namespace lockstep::simt::LOCKSTEP_ISA {
namespace {

using ptx::state_space;

// The memory that the lanes' usual accesses are in; nullptr: they take a closer look.
checks::shadow* usual_history(const warp& w, const step* s, state_space space) {
  if (space == state_space::shared) return w.block->checked->shared_history.get();
  if (space != state_space::global) return nullptr;
  const checked_worker::history& known = w.on->checked->histories[s->extra];
  return known.generation == w.generation->load(std::memory_order_relaxed) ? known.of : nullptr;
}

checks::quick_look look_at(const warp& w, const observed_access& access,
                           const checks::shadow& history, bool shared) {
  const checks::block_run& run = w.block->checked->run;
  const checks::monitor& monitor = *w.on->launch->monitor;
  checks::quick_look q;
  q.writes = history.writes();
  q.reads = history.reads();
  q.below = checks::begin_of(shared ? run.begin : run.all_before);
  q.turn = checks::begin_of(run.turn);
  q.barrier = checks::begin_of(run.barrier);
  q.least = !monitor.uses().initialised ? 0
            : shared                    ? checks::begin_of(run.begin)
                                        : !history.written_by_host;
  q.fresh = checks::begin_of(monitor.time.now()) | access.stamp;
  return q;
}

template <class A>
const step* observe(warp& w, const step* s) {
  const observed_access& access = w.on->launch->code->checked->observed[s->extra];
  const A* address = row<A>(w, s->a);
  std::uint64_t at[lane_count];
  for (unsigned i = 0; i < lane_count; ++i) at[i] = sum(address[i], s->immediate);
  lane_mask rest = w.active;
  const bool shared = access.space == state_space::shared;
  checks::shadow* const history = usual_history(w, s, access.space);
  const bool reads = access.kind.what == checks::action::read;
  if (!access.answers && access.space != state_space::generic) note_progress(w);
  if (history == nullptr || access.bytes % 4 != 0 || access.kind.is_strong() ||
      (!reads && history->others_used)) {
    look_closely(w, s, at, rest);
    return s + 1;
  }
  const checks::quick_look q = look_at(w, access, *history, shared);
  const std::uint64_t begin = history->address(), room = history->bytes() - access.bytes;
  const std::uint32_t first = w.number * lane_count;
  if (rest == all_lanes) {
    std::uint64_t differs = (at[0] - begin) & 3;
    for (unsigned i = 0; i < lane_count; ++i) differs |= at[i] ^ (at[0] + i * access.bytes);
    if (differs == 0 && at[0] >= begin && at[lane_count - 1] - begin <= room) {
      const std::size_t word = history->word(at[0]);
      if (reads ? q.read_row(word, access.bytes / 4, first)
                : q.write_row(word, access.bytes / 4, first))
        return s + 1;
    }
  }
  if (access.bytes == 4) {
    each(w.active, [&](unsigned i) {
      const std::uint64_t offset = at[i] - begin;
      if (offset > room || (offset & 3) != 0) return;
      const checks::record who = checks::by_thread(first + i);
      if (reads ? q.read(offset / 4, who) : q.write(offset / 4, who)) rest &= ~(1u << i);
    });
  }
  if (rest != 0) look_closely(w, s, at, rest);
  return s + 1;
}

}  // namespace

action observe_action(bool narrow_address) {
  return narrow_address ? &observe<std::uint32_t> : &observe<std::uint64_t>;
}

}  // namespace lockstep::simt::LOCKSTEP_ISA
