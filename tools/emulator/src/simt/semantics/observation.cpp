// What a checked kernel does before an access: step::a is the address row, step::immediate the
// offset, step::extra the access (checked_code.hpp). The usual case of words of 4 bytes is done
// here, all others one by one.
#include "checks/quick_look.hpp"
#include "simt/instruments/checking.hpp"
#include "simt/instruments/misled.hpp"
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

checks::quick_look look_at(const warp& w, const observed_access& access, checks::shadow& history,
                           bool shared) {
  const checks::block_run& run = w.block->checked->run;
  const checks::monitor& monitor = *w.on->launch->monitor;
  checks::quick_look q;
  q.memory = &history;
  q.below = checks::begin_of(shared ? run.begin : run.all_before);
  q.turn = checks::begin_of(run.turn);
  q.barrier = checks::begin_of(run.barrier);
  q.born = checks::begin_of(run.begin);
  q.least = !monitor.uses().initialised ? 0
            : shared                    ? checks::begin_of(run.begin)
                                        : !history.written_by_host;
  q.fresh = checks::begin_of(monitor.time.now()) | access.stamp;
  return q;
}

struct quick_access {
  const checks::quick_look& look;
  const std::uint64_t* at;  // by lane
  std::uint64_t begin;      // of the memory
  std::uint64_t room;       // addresses from there on at which an access may start
  std::uint32_t words;      // of each lane
  std::uint32_t first;      // thread of the warp
  bool reads;

  bool is_inside(std::uint64_t address) const {
    return address - begin <= room && ((address - begin) & 3) == 0;
  }
  std::size_t word(std::uint64_t address) const { return (address - begin) / 4; }

  // Lanes side by side.
  bool whole_row() const {
    std::uint64_t differs = (at[0] - begin) & 3;
    for (unsigned i = 0; i < lanes_per_warp; ++i) differs |= at[i] ^ (at[0] + i * 4 * words);
    if (differs != 0 || at[0] < begin || at[lanes_per_warp - 1] - begin > room) return false;
    return reads ? look.read_row(word(at[0]), words, first, lanes_per_warp)
                 : look.write_row(word(at[0]), words, first, lanes_per_warp);
  }

  bool one_word(std::size_t at_word, checks::record who) const {
    return reads ? look.read(at_word, who) : look.write(at_word, who);
  }

  // All lanes read the same.
  bool one_place(lane_mask lanes) const {
    const auto lowest = static_cast<unsigned>(__builtin_ctz(lanes));
    const auto highest = 31 - static_cast<unsigned>(__builtin_clz(lanes));
    if (!reads || words != 1 || at[lowest] != at[highest] || lowest == highest) return false;
    std::uint64_t differs = 0;
    each(lanes, [&](unsigned i) { differs |= at[i] ^ at[lowest]; });
    return differs == 0 && is_inside(at[lowest]) &&
           look.read_by_lanes(word(at[lowest]), checks::by_lanes(first + lowest, highest));
  }

  // The lanes that take a closer look, each by itself.
  lane_mask one_by_one(lane_mask lanes) const {
    lane_mask closer = lanes;
    if (words == 1) {
      each(lanes, [&](unsigned i) {
        if (is_inside(at[i]) && one_word(word(at[i]), checks::by_thread(first + i)))
          closer &= ~(1u << i);
      });
      return closer;
    }
    each(lanes, [&](unsigned i) {
      bool done = is_inside(at[i]);
      for (std::uint32_t k = 0; k < words && done; ++k)
        done = one_word(word(at[i]) + k, checks::by_thread(first + i));
      if (done) closer &= ~(1u << i);
    });
    return closer;
  }

  // Lanes `from` to `to`, which lie side by side or read the same word.
  bool one_run(unsigned from, unsigned to) const {
    if (!is_inside(at[from]) || !is_inside(at[to])) return false;
    if (at[from] == at[to])
      return reads && look.read_by_lanes(word(at[from]), checks::by_lanes(first + from, to));
    return reads ? look.read_row(word(at[from]), 1, first + from, to - from + 1)
                 : look.write_row(word(at[from]), 1, first + from, to - from + 1);
  }

  // The last lane of those from `from` on that are side by side, or at one place.
  unsigned end_of_run(unsigned from, lane_mask lanes) const {
    const auto continues = [&](unsigned lane, std::uint64_t by) {
      return lane < lanes_per_warp && (lanes >> lane & 1) != 0 && at[lane] == at[lane - 1] + by;
    };
    const std::uint64_t by = continues(from + 1, 0) ? 0 : 4;
    unsigned to = from;
    while (continues(to + 1, by)) ++to;
    return to;
  }

  // Whether any two lanes side by side lie side by side, or at one place.
  bool has_runs(lane_mask lanes) const {
    const lane_mask pairs = lanes & lanes >> 1;
    if (words != 1 || pairs == 0) return false;
    const auto lane = static_cast<unsigned>(__builtin_ctz(pairs));
    return at[lane + 1] - at[lane] <= 4;
  }

  // The lanes that take a closer look. Blocks 16 threads wide have two runs in a warp.
  lane_mask by_runs(lane_mask lanes) const {
    constexpr unsigned worth_a_row = 4;
    lane_mask closer = 0;
    for (lane_mask rest = lanes; rest != 0;) {
      const auto from = static_cast<unsigned>(__builtin_ctz(rest));
      const unsigned to = end_of_run(from, lanes);
      const auto run =
          static_cast<lane_mask>((std::uint64_t{2} << to) - (std::uint64_t{1} << from));
      rest &= ~run;
      if (to - from + 1 < worth_a_row || !one_run(from, to)) closer |= one_by_one(run);
    }
    return closer;
  }
};

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

template <class A>
const step* observe(warp& w, const step* s) {
  const observed_access& access = w.on->launch->code->checked->observed[s->extra];
  const A* address = row<A>(w, s->a);
  std::uint64_t at[lanes_per_warp];
  for (unsigned i = 0; i < lanes_per_warp; ++i) at[i] = sum(address[i], s->immediate);
  const bool shared = access.space == state_space::shared;
  lane_mask lanes = w.active;
  if (w.on->misled != nullptr) {
    lanes = believed(w, s, at);
    if (lanes == 0) return s + 1;
  }
  checks::shadow* const history = usual_history(w, s, access.space);
  if (!access.answers && access.space != state_space::generic) note_progress(w);
  if (history == nullptr || access.bytes % 4 != 0 || access.kind.is_strong()) {
    look_closely(w, s, at, lanes);
    return s + 1;
  }
  const checks::quick_look look = look_at(w, access, *history, shared);
  const bool reads = access.kind.what == checks::action::read;
  if (history->touched != nullptr) note_pages(*history, at, lanes, access.bytes, !reads);
  const quick_access quick{look,
                           at,
                           history->address(),
                           history->bytes() - access.bytes,
                           access.bytes / 4,
                           w.number * lanes_per_warp,
                           reads};
  if (lanes == all_lanes && quick.whole_row()) return s + 1;
  if (quick.one_place(lanes)) return s + 1;
  const lane_mask rest = quick.has_runs(lanes) ? quick.by_runs(lanes) : quick.one_by_one(lanes);
  if (rest != 0) look_closely(w, s, at, rest);
  return s + 1;
}

}  // namespace

action observe_action(bool narrow_address) {
  return narrow_address ? &observe<std::uint32_t> : &observe<std::uint64_t>;
}

}  // namespace lockstep::simt::LOCKSTEP_ISA
