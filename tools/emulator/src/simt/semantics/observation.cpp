// What a checked kernel does before an access: step::a is the address row, step::immediate the
// offset, step::extra the access (checked_code.hpp). The usual case of words of 4 bytes is done
// here, all others one by one.
#ifdef __AVX__
#include <immintrin.h>
#endif

#include "simt/instruments/checking.hpp"
#include "simt/instruments/misled.hpp"
#include "simt/instruments/work_shares.hpp"
#include "simt/semantics/address.hpp"
#include "simt/semantics/even_addresses.hpp"
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
bool look_at_row(const checks::quick_look& look, const volatile_accesses& of, std::uint64_t first,
                 lane_mask lanes, bool reads) {
  volatile_row<Whole> row(look, of, first, lanes);
  return reads ? row.read() : row.write();
}

// Lanes that exchange by volatile: false if they take a closer look. `first`: lane 0's address.
bool look_at_volatile(warp& w, const observed_access& access, checks::shadow& history,
                      std::uint64_t first) {
  checks::monitor& monitor = *w.on->launch->monitor;
  const checked_code& checked = *w.on->launch->code->checked;
  const lane_mask lanes = w.active;
  volatile_accesses of;
  of.shared = access.space == state_space::shared;
  of.run = &w.block->checked->run;
  if (access.bytes != 4 || !monitor.uses().races || access.site >= checked.sites.size() ||
      (of.shared && w.block->cluster != nullptr) ||
      !monitor.time.is_without_effect(*of.run, of.shared) ||
      !are_in_step(history, first, lanes, of.shared) || access.object.is_copied ||
      lacks_writes(*w.block, of.shared))
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
  return lanes == all_lanes ? look_at_row<true>(look, of, first, lanes, reads)
                            : look_at_row<false>(look, of, first, lanes, reads);
}

checks::quick_look quick_look_of(const warp& w, const observed_access& access,
                                 checks::shadow& history) {
  const checks::monitor& monitor = *w.on->launch->monitor;
  return {history,
          w.block->checked->run,
          access.space == state_space::shared,
          monitor.uses().initialised,
          monitor.time.now(),
          access.stamp,
          w.number};
}

bool may_be_even(const warp& w, const observed_access& access, const checks::shadow& history) {
  const bool is_atomic = access.kind.what == checks::action::atomic;
  const bool is_usual =
      access.kind.how == checks::strength::weak || access.kind.how == checks::strength::is_volatile;
  return is_usual && !is_atomic && access.bytes % 4 == 0 && access.bytes <= history.bytes() &&
         history.touched == nullptr && w.on->misled == nullptr;
}

// What is noted of rows that several warps read between two barriers (row_history::read_in), where
// nothing else orders the threads of a block: two of the reads tell whether a write conflicts with
// one of them.
checks::record read_in_of(const warp& w, const observed_access& access) {
  const bool applies = access.space == state_space::shared && access.bytes == 4 &&
                       access.kind.what == checks::action::read && !access.kind.is_strong() &&
                       w.on->launch->code->checked->only_barriers && w.block->cluster == nullptr;
  return applies ? checks::begin_of(w.block->checked->run.barrier) | access.stamp : 0;
}

// Whether that is noted of these words already.
bool is_read_in(const checks::shadow& history, std::uint64_t address, std::uint64_t words,
                checks::record read_in) {
  const std::uint64_t word = (address - history.address()) / 4;
  if (read_in == 0 || word % checks::row_history::words != 0 ||
      !history.contains(address, 4 * words))
    return false;
  for (std::uint64_t i = 0; i < words; i += checks::row_history::words)
    if (history.row_of(word + i).read_in != read_in) return false;
  return true;
}

enum class outcome : std::uint8_t { done, takes_closer_look, is_uneven };

// Words of all active lanes side by side, or one word that all read. Most accesses are such.
template <class A>
outcome look_at_even(warp& w, const step* s, const observed_access& access,
                     checks::shadow& history) {
  const lane_mask lanes = w.active, others = lanes & (lanes - 1);
  const A* address = row<A>(w, s->a);
  if (others == 0) return outcome::is_uneven;
  const unsigned lowest = first_lane(lanes);
  const bool reads = access.kind.what == checks::action::read;
  const bool is_one_place = reads && address[first_lane(others)] == address[lowest];
  const std::uint32_t by = is_one_place ? 0 : access.bytes;
  if (!are_even<A>(address, lanes, address[lowest] - lowest * by, by)) return outcome::is_uneven;
  const std::uint64_t at = sum(address[lowest], s->immediate);
  const std::uint64_t first = at - std::uint64_t{lowest} * by;
  bool done;
  if (access.kind.is_strong()) {
    done = !is_one_place && look_at_volatile(w, access, history, first);
  } else {
    const checks::record read_in = read_in_of(w, access);
    if (lanes == all_lanes && by == 4 && is_read_in(history, first, lanes_per_warp, read_in))
      return outcome::done;
    checks::quick_look look = quick_look_of(w, access, history);
    look.read_in = read_in;
    const quick_words words(look, access.bytes / 4, w.number * lanes_per_warp, reads);
    done = is_one_place ? words.one_place(at, lanes) : words.row(first, lanes);
  }
  return done ? outcome::done : outcome::takes_closer_look;
}

// The same for each half of a whole warp, as in tiles of 16 columns. `rest`: the lanes that take a
// closer look.
template <class A>
outcome look_at_halves(warp& w, const step* s, const observed_access& access,
                       checks::shadow& history, lane_mask& rest) {
  if (w.active != all_lanes || access.kind.is_strong()) return outcome::is_uneven;
  const A* address = row<A>(w, s->a);
  const bool reads = access.kind.what == checks::action::read;
  half_steps steps[2];
  std::uint64_t at[2];
  for (unsigned half = 0; half < 2; ++half) {
    steps[half] = steps_of_half(address + half * half_warp, access.bytes);
    at[half] = sum(address[half * half_warp], s->immediate);
    const bool is_row = steps[half] == half_steps::by_one;
    if (steps[half] == half_steps::uneven || (!reads && !is_row)) return outcome::is_uneven;
  }
  const std::uint64_t bytes = half_warp * std::uint64_t{access.bytes};
  // Which lane writes a word last is the lanes' order.
  if (!reads && at[0] - at[1] + bytes - 1 < 2 * bytes - 1) return outcome::is_uneven;
  checks::quick_look look = quick_look_of(w, access, history);
  look.read_in = read_in_of(w, access);
  const quick_words words(look, access.bytes / 4, w.number * lanes_per_warp, reads);
  rest = 0;
  for (unsigned half = 0; half < 2; ++half) {
    if (steps[half] == half_steps::by_one && is_read_in(history, at[half], half_warp, look.read_in))
      continue;
    const lane_mask lanes = lane_mask{0xffff} << half * half_warp;
    const bool done = steps[half] == half_steps::none ? words.one_place(at[half], lanes)
                                                      : words.row(at[half] - half * bytes, lanes);
    if (!done) rest |= lanes;
  }
  return rest == 0 ? outcome::done : outcome::takes_closer_look;
}

// Whether lanes' atomic operations may be among their like: nothing but the words need be looked
// at.
bool may_be_usual_update(const warp& w, const observed_access& access,
                         const checks::shadow& history) {
  if (access.kind.what != checks::action::atomic || access.bytes != 4 ||
      access.kind.how <= checks::strength::is_volatile || history.touched != nullptr ||
      w.on->misled != nullptr)
    return false;
  const checks::monitor& monitor = *w.on->launch->monitor;
  const checks::block_run& run = w.block->checked->run;
  const bool shared = access.space == state_space::shared;
  checks::order::strong_access strong{};
  strong.shared_of = shared ? run.number : 0;
  strong.reads = strong.writes = strong.goes_on = true;
  strong.acquires = access.acquires;
  strong.releases = access.releases;
  strong.in_block_only = access.kind.how == checks::strength::in_block;
  strong.alone = (w.active & (w.active - 1)) == 0;
  return monitor.uses().races && run.reads.empty() && monitor.time.passes_unnoticed(run, strong) &&
         access.keeps != kept_bits::rest_is_inserted && access.unused == 0 &&
         !access.object.is_copied && !(shared && w.block->cluster != nullptr) &&
         !lacks_writes(*w.block, shared);
}

// The lanes from the first one on that takes a closer look.
lane_mask look_at_updates(const warp& w, const observed_access& access, checks::shadow& history,
                          const std::uint64_t* at, lane_mask lanes) {
  const checks::quick_look look = quick_look_of(w, access, history);
  const quick_words words(look, 1, w.number * lanes_per_warp, false);
  for (; lanes != 0; lanes &= lanes - 1) {
    const unsigned i = first_lane(lanes);
    const record who = checks::by_thread(w.number * lanes_per_warp + i);
    if (!words.is_inside(at[i]) || !look.update((at[i] - words.begin()) / 4, who)) break;
  }
  return lanes;
}

// Looks at what is usual. The lanes that take a closer look; `at`: their addresses, if there are
// some.
template <class A>
lane_mask look_at_usual(warp& w, const step* s, const observed_access& access, std::uint64_t* at) {
  const auto add_up = [&] {
    const A* address = row<A>(w, s->a);
    for (unsigned i = 0; i < lanes_per_warp; ++i) at[i] = sum(address[i], s->immediate);
  };
  if (keeps_shares(w)) {
    add_up();
    note_shares(w, access, at);
  }
  checks::shadow* const history = usual_history(w, s, access.space);
  outcome so_far = outcome::is_uneven;
  lane_mask lanes = w.active;
  if (history != nullptr && may_be_even(w, access, *history)) {
    so_far = look_at_even<A>(w, s, access, *history);
    if (so_far == outcome::is_uneven) so_far = look_at_halves<A>(w, s, access, *history, lanes);
    if (so_far == outcome::done) {
      if (!access.answers) note_progress(w);
      return 0;
    }
  }
  add_up();
  if (w.on->misled != nullptr) {
    lanes = believed(w, s, at);
    if (lanes == 0) return 0;
  }
  if (!access.answers && access.space != state_space::generic) note_progress(w);
  if (history != nullptr && may_be_usual_update(w, access, *history)) {
    lanes = look_at_updates(w, access, *history, at, lanes);
    if (lanes == 0) return 0;
  }
  if (history == nullptr || access.bytes % 4 != 0 || access.kind.is_strong()) return lanes;
  const checks::quick_look look = quick_look_of(w, access, *history);
  const bool reads = access.kind.what == checks::action::read;
  if (history->touched != nullptr) note_pages(*history, at, lanes, access.bytes, !reads);
  const quick_access quick(look, at, access.bytes / 4, w.number * lanes_per_warp, reads);
  return so_far == outcome::takes_closer_look ? quick.one_by_one(lanes) : quick.look(lanes);
}

const observed_access& access_at(const warp& w, const step* s) {
  return w.on->launch->code->checked->observed[s->extra];
}

// The lanes that compiled code has left, in place of a look at all of them.
template <class A>
lane_mask take_left(warp& w, const step* s, std::uint64_t* at) {
  const A* address = row<A>(w, s->a);
  for (unsigned i = 0; i < lanes_per_warp; ++i) at[i] = sum(address[i], s->immediate);
  w.on->checked->left_at = nullptr;
  return w.on->checked->left;
}

template <class A>
const step* observe(warp& w, const step* s) {
  const observed_access& access = access_at(w, s);
  alignas(64) std::uint64_t at[lanes_per_warp];
  const lane_mask rest =
      w.on->checked->left_at == s ? take_left<A>(w, s, at) : look_at_usual<A>(w, s, access, at);
  if (rest != 0) look_closely(w, s, at, rest);
  return s + 1;
}

// Compiled code has used the upper halves of registers, and the rest of the emulator pays for that.
void forget_upper_halves() {
#ifdef __AVX__
  _mm256_zeroupper();
#endif
}

template <class A>
std::uint32_t look(warp& w, const step* s, std::uint32_t lanes) {
  forget_upper_halves();
  alignas(64) std::uint64_t at[lanes_per_warp];
  const lane_mask all = w.active;
  w.active = lanes;
  const lane_mask rest = look_at_usual<A>(w, s, access_at(w, s), at);
  w.active = all;
  if (rest == 0) return 1;
  w.on->checked->left_at = s;
  w.on->checked->left = rest;
  return 0;
}

}  // namespace

action observe_action(bool narrow_address) {
  return narrow_address ? &observe<std::uint32_t> : &observe<std::uint64_t>;
}

void meet(warp& w, const step* s) {
  forget_upper_halves();
  instruments::observe_whole_warp(w, s);
}

look_function look_of(bool narrow_address) {
  return narrow_address ? &look<std::uint32_t> : &look<std::uint64_t>;
}

}  // namespace lockstep::simt::LOCKSTEP_ISA
