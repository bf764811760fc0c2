// What a checked kernel does before an access: step::a is the address row, step::immediate the
// offset, step::extra the access (checked_code.hpp). The usual case of words of 4 bytes is done
// here, all others one by one.
#include "simt/instruments/checking.hpp"
#include "simt/instruments/misled.hpp"
#include "simt/semantics/address.hpp"
#include "simt/semantics/families.hpp"
#include "simt/semantics/lanes.hpp"
#include "simt/semantics/quick_access.hpp"
#include "simt/semantics/volatile_row.hpp"

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

// Lanes that are near each other are noted together.
void note_pages(const checks::shadow& history, const std::uint64_t* at, lane_mask lanes,
                std::uint32_t bytes, bool writes) {
  std::uint64_t first = ~std::uint64_t{0}, last = 0;
  each(lanes, [&](unsigned i) {
    first = std::min(first, at[i]);
    last = std::max(last, at[i]);
  });
  const std::uint64_t span = last - first + bytes;
  if (span <= checks::touched_pages::page_size && history.contains(first, span))
    return history.touched->note(first, span, writes);
  each(lanes, [&](unsigned i) {
    if (history.contains(at[i], bytes)) history.touched->note(at[i], bytes, writes);
  });
}

template <bool Whole>
bool look_at_row(const checks::quick_look& look, const volatile_accesses& of,
                 const std::uint64_t* at, lane_mask lanes, bool reads) {
  volatile_row<Whole> row(look, of, at, lanes);
  return reads ? row.read() : row.write();
}

// Lanes that exchange by volatile: false if they take a closer look.
bool look_at_volatile(warp& w, const observed_access& access, checks::shadow& history,
                      const std::uint64_t* at, lane_mask lanes) {
  checks::monitor& monitor = *w.on->launch->monitor;
  const checked_code& checked = *w.on->launch->code->checked;
  volatile_accesses of;
  of.shared = access.space == state_space::shared;
  of.run = &w.block->checked->run;
  if (access.kind.how != checks::strength::is_volatile ||
      access.kind.what == checks::action::atomic || access.bytes != 4 || !monitor.uses().races ||
      access.site >= checked.sites.size() || (of.shared && w.block->cluster != nullptr) ||
      !monitor.time.is_without_effect(*of.run, of.shared) ||
      !are_in_step(history, at, lanes, of.shared) || history.touched != nullptr ||
      access.object.is_copied || lacks_writes(*w.block, of.shared))
    return false;
  of.checker = &monitor.accesses;
  of.sites = &checked.sites;
  of.here = &checked.sites[access.site];
  of.warp = w.number;
  const bool reads = access.kind.what == checks::action::read;
  const bool needs_value = access.keeps != kept_bits::rest_is_inserted && access.unused == 0;
  const checks::quick_look look(history, *of.run, of.shared,
                                reads && needs_value && monitor.uses().initialised,
                                monitor.time.now(), access.stamp, w.number);
  return lanes == all_lanes ? look_at_row<true>(look, of, at, lanes, reads)
                            : look_at_row<false>(look, of, at, lanes, reads);
}

template <class A>
const step* observe(warp& w, const step* s) {
  const observed_access& access = w.on->launch->code->checked->observed[s->extra];
  const A* address = row<A>(w, s->a);
  alignas(64) std::uint64_t at[lanes_per_warp];
  for (unsigned i = 0; i < lanes_per_warp; ++i) at[i] = sum(address[i], s->immediate);
  const bool shared = access.space == state_space::shared;
  lane_mask lanes = w.active;
  if (w.on->misled != nullptr) {
    lanes = believed(w, s, at);
    if (lanes == 0) return s + 1;
  }
  checks::shadow* const history = usual_history(w, s, access.space);
  if (!access.answers && access.space != state_space::generic) note_progress(w);
  if (history != nullptr && access.kind.is_strong() &&
      look_at_volatile(w, access, *history, at, lanes))
    return s + 1;
  if (history == nullptr || access.bytes % 4 != 0 || access.kind.is_strong()) {
    look_closely(w, s, at, lanes);
    return s + 1;
  }
  const checks::monitor& monitor = *w.on->launch->monitor;
  const checks::quick_look look(*history, w.block->checked->run, shared, monitor.uses().initialised,
                                monitor.time.now(), access.stamp, w.number);
  const bool reads = access.kind.what == checks::action::read;
  if (history->touched != nullptr) note_pages(*history, at, lanes, access.bytes, !reads);
  const quick_access quick(look, at, access.bytes / 4, w.number * lanes_per_warp, reads);
  if (const lane_mask rest = quick.look(lanes); rest != 0) look_closely(w, s, at, rest);
  return s + 1;
}

}  // namespace

action observe_action(bool narrow_address) {
  return narrow_address ? &observe<std::uint32_t> : &observe<std::uint64_t>;
}

}  // namespace lockstep::simt::LOCKSTEP_ISA
