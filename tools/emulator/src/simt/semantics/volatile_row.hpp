// Volatile accesses of lanes whose words lie side by side, by which lanes of a warp exchange values
// in step: eight records at a time. What is remembered, found and counted is what access_checker
// does (checks/accesses.hpp); tests/units/quick_access.cpp compares. All that it does not know to
// be so takes a closer look.
#pragma once

#include "checks/accesses.hpp"
#include "checks/quick_look.hpp"
#include "simt/semantics/eight_records.hpp"
#include "simt/semantics/lanes.hpp"

#define LOCKSTEP_INLINED __attribute__((always_inline))

namespace lockstep::simt::LOCKSTEP_ISA {

// The accesses of one warp: where they are, and who looks.
struct volatile_accesses {
  checks::block_run* run = nullptr;
  checks::access_checker* checker = nullptr;
  const std::vector<checks::site>* sites = nullptr;
  const checks::site* here = nullptr;
  std::uint32_t warp = 0;
  bool shared = false;
};

// Words side by side, lane 0's at `first`, lie in the memory, and are enough for lanes to run in
// step.
inline bool are_in_step(const checks::shadow& memory, std::uint64_t first, lane_mask lanes,
                        bool shared) {
  if (__builtin_popcount(lanes) < 4 || (!shared && lanes != all_lanes)) return false;
  const unsigned lowest = first_lane(lanes);
  const unsigned highest = 31 - static_cast<unsigned>(__builtin_clz(lanes));
  return ((first - memory.address()) & 3) == 0 &&
         memory.contains(first + 4 * std::uint64_t{lowest}, 4 * (highest - lowest + 1));
}

// `Whole`: all lanes of the warp.
template <bool Whole>
class volatile_row {
 public:
  // `first`: the address of lane 0's word.
  LOCKSTEP_INLINED volatile_row(const checks::quick_look& look, const volatile_accesses& of,
                                std::uint64_t first, lane_mask lanes)
      : look_(look),
        of_(of),
        lanes_(lanes),
        first_(first),
        who_(checks::by_thread(of.warp * lanes_per_warp)) {
    const auto word = static_cast<std::ptrdiff_t>(
        (static_cast<std::int64_t>(first_) - static_cast<std::int64_t>(look.memory->address())) /
        4);
    const auto lowest = static_cast<std::ptrdiff_t>(first_lane(lanes));
    const auto highest = 31 - static_cast<std::ptrdiff_t>(__builtin_clz(lanes));
    const checks::shadow::word_records at = look.memory->words(
        static_cast<std::size_t>(word + lowest), static_cast<std::size_t>(highest - lowest + 1));
    writes_ = at.writes - lowest;
    lasts_ = at.reads - lowest;
    others_ = at.others - lowest;
  }

  // False if some lane takes a closer look; then nothing has been done.
  LOCKSTEP_INLINED bool read() {
    if (of_.here->polls) return false;
    eight_answers wrong = none(), is_beside = none();
    lane_mask foreign = 0, moves = 0;
    each([&](unsigned part, eight_answers in) LOCKSTEP_INLINED {
      const eight_records w = load_eight(writes_ + 8 * part), r = load_eight(lasts_ + 8 * part);
      is_beside = is_beside | (in & !is_plain(r));
      wrong = wrong | (in & less(w, look_.least));
      const eight_answers foreign_here = foreign_of(in, w, part);
      if (!any(foreign_here)) return;
      foreign |= bits_of(foreign_here) << 8 * part;
      wrong = wrong | meet(writers_, part, foreign_here, w, volatile_write);
    });
    if (any(wrong) || (any(is_beside) && !find_moves(writers_.lanes, moves)) || !report(writers_))
      return false;
    if (moves != 0) move_lasts(moves);
    put(lasts_);
    remember(of_.here->is_source ? lanes_ : foreign);
    return true;
  }

  LOCKSTEP_INLINED bool write() {
    eight_answers wrong = none();
    const bool others_used = look_.memory->others_used;
    each([&](unsigned part, eight_answers in) LOCKSTEP_INLINED {
      const eight_records w = load_eight(writes_ + 8 * part), r = load_eight(lasts_ + 8 * part);
      if (const auto foreign = foreign_of(in, w, part); any(foreign))
        wrong = wrong | unordered(foreign, w, is_by_warp(w));
      if (const auto foreign = foreign_of(in, r, part); any(foreign))
        wrong = wrong | meet(readers_, part, foreign, r, volatile_read);
      if (!others_used) return;
      const eight_records o = load_eight(others_ + 8 * part);
      if (const auto foreign = foreign_of(in, o, part); any(foreign))
        wrong = wrong | meet(other_readers_, part, foreign, o, volatile_read);
    });
    if (any(wrong) || !are_known(readers_, other_readers_)) return false;
    put(writes_);
    clear(lasts_);
    if (others_used) clear(others_);
    of_.checker->write_row(*of_.run, *of_.here, {look_.memory, first_}, of_.warp, lanes_);
    return true;
  }

 private:
  static constexpr record kind_mask = 31, volatile_read = 4, volatile_write = 5;
  static constexpr record site_mask = static_cast<record>(checks::most_sites - 1)
                                      << checks::site_shift;

  // Lanes that meet what another lane has done, by one access: that of `met`.
  struct met_lanes {
    record met = 0;
    std::uint32_t lanes = 0;
    bool of_several = false;
  };

  static LOCKSTEP_INLINED eight_answers none() { return answers(0); }
  template <class F>
  LOCKSTEP_INLINED void each(F f) const {
#pragma GCC unroll 4
    for (unsigned part = 0; part < 4; ++part) {
      const unsigned here = Whole ? 0xff : lanes_ >> part * 8 & 0xff;
      if (Whole || here != 0) f(part, answers(here));
    }
  }
  static LOCKSTEP_INLINED eight_records row_of(record base, unsigned part) {
    constexpr record step = checks::by_thread(1);
    constexpr eight_records steps = {0,        step,     2 * step, 3 * step,
                                     4 * step, 5 * step, 6 * step, 7 * step};
    return steps + (base + part * 8 * step);
  }
  LOCKSTEP_INLINED eight_records others_of(unsigned part) const {
    return look_.memory->others_used ? load_eight(others_ + 8 * part) : eight_records{};
  }

  LOCKSTEP_INLINED eight_answers is_plain(eight_records r) const {
    if (look_.one_range) return less(r, look_.below);
    return less(r, look_.below) | ((!less(r, look_.turn)) & less(r, look_.barrier));
  }
  // Of what is not plain.
  LOCKSTEP_INLINED eight_answers is_since_turn(eight_records r) const {
    return look_.one_range ? answers(0xff) : !less(r, look_.turn);
  }
  LOCKSTEP_INLINED eight_answers is_own(eight_records r, eight_records who) const {
    return is_since_turn(r) & equal(r & (checks::who_mask | checks::split_flag), who);
  }
  LOCKSTEP_INLINED eight_answers is_by_warp(eight_records r) const {
    return is_since_turn(r) &
           equal((r ^ look_.of_warp) & (checks::warp_mask | checks::split_flag), 0);
  }
  // Neither ordered before by a barrier of the block nor the lane's own.
  LOCKSTEP_INLINED eight_answers foreign_of(eight_answers in, eight_records r,
                                            unsigned part) const {
    const eight_answers beyond = in & !is_plain(r);
    return any(beyond) ? beyond & !is_own(r, row_of(who_, part)) : none();
  }
  // Nor by a barrier of the warp.
  LOCKSTEP_INLINED eight_answers unordered(eight_answers foreign, eight_records r,
                                           eight_answers by_warp) const {
    return foreign & !(by_warp & less(r, look_.warp_barrier));
  }
  // Notes whom the lanes meet, and returns those that meet something else than what lanes of the
  // warp have done by volatile.
  LOCKSTEP_INLINED eight_answers meet(met_lanes& to, unsigned part, eight_answers foreign,
                                      eight_records r, record kind) const {
    const eight_answers by_warp = is_by_warp(r), met = unordered(foreign, r, by_warp);
    note(to, part, r, met);
    return met & !(by_warp & equal(r & kind_mask, kind));
  }
  static LOCKSTEP_INLINED eight_answers is_read(eight_records r) { return equal(r & 3, 0); }
  static LOCKSTEP_INLINED eight_answers is_weak(eight_records r) { return equal(r & 28, 0); }
  LOCKSTEP_INLINED eight_answers is_this_instruction(eight_records r) const {
    return equal(r & ~checks::who_mask, look_.fresh);
  }
  // As access_checker measures it: 0 the thread, 1 its warp, 2 its block, 3 beyond; -1: not known.
  LOCKSTEP_INLINED eight_records distance(eight_records r, eight_records who) const {
    const eight_records within =
        choose(equal((r ^ who) & checks::warp_mask, 0),
               choose(equal(r & checks::who_mask, who), all_eight(0), all_eight(1)), all_eight(2));
    return choose(less(r, look_.born), all_eight(3),
                  choose(less(r, look_.turn), all_eight(-1), within));
  }

  static LOCKSTEP_INLINED void note(met_lanes& to, unsigned part, eight_records r,
                                    eight_answers which) {
    const unsigned here = bits_of(which);
    if (here == 0) return;
    if (to.lanes == 0) to.met = r[__builtin_ctz(here)];
    to.lanes |= here << 8 * part;
    to.of_several = to.of_several || any(which & !equal(r & site_mask, to.met & site_mask));
  }
  // Nothing but barriers could order what they meet.
  bool may_report(const met_lanes& m) const {
    const checks::block_run& b = *of_.run;
    return !m.of_several && !b.knows && !b.too_narrow && !b.threads_know &&
           checks::site_of(m.met) < of_.sites->size();
  }
  bool report(const met_lanes& m) const {
    return m.lanes == 0 ||
           (may_report(m) &&
            of_.checker->exchange_again(of_.shared, of_.here, &(*of_.sites)[checks::site_of(m.met)],
                                        static_cast<unsigned>(__builtin_popcount(m.lanes))));
  }
  bool is_known(const met_lanes& m) const {
    return m.lanes == 0 ||
           (may_report(m) && of_.checker->exchange_again(of_.shared, of_.here,
                                                         &(*of_.sites)[checks::site_of(m.met)], 0));
  }
  bool are_known(const met_lanes& one, const met_lanes& other) const {
    return is_known(one) && is_known(other) && report(one) && report(other);
  }

  // Beside other reads: which of them become the other one. False if that is not known, or if
  // lanes that meet what others have written had read it before.
  LOCKSTEP_INLINED bool find_moves(lane_mask exchanged, lane_mask& moves) const {
    eight_answers wrong = none(), is_beside_two = none();
    each([&](unsigned part, eight_answers in) LOCKSTEP_INLINED {
      const eight_records r = load_eight(lasts_ + 8 * part);
      const eight_answers own = is_own(r, row_of(who_, part)), plain = is_plain(r);
      const eight_answers over = plain | (own & equal(r & kind_mask, volatile_read));
      is_beside_two = is_beside_two | (in & !over & !is_plain(others_of(part)));
      const eight_answers is_far = less(r, look_.turn) & !less(r, look_.born);
      wrong = wrong | (in & !(plain | is_read(r))) |
              (in & !over & (is_far | is_this_instruction(r))) |
              (answers(exchanged >> 8 * part & 0xff) & own & !is_weak(r));
      moves |= bits_of(in & !over) << 8 * part;
    });
    return !any(wrong) && (!any(is_beside_two) || leave_nearest(exchanged, moves));
  }

  // The same beside two other reads.
  bool leave_nearest(lane_mask exchanged, lane_mask& moves) const {
    eight_answers wrong = none();
    lane_mask kept = 0;
    each([&](unsigned part, eight_answers in) LOCKSTEP_INLINED {
      const eight_records who = row_of(who_, part);
      const eight_records r = load_eight(lasts_ + 8 * part), o = others_of(part);
      const eight_answers own = is_own(o, who), plain = is_plain(o);
      const eight_answers over = plain | (own & equal(o & kind_mask, volatile_read));
      const eight_records far = distance(r, who), other_far = distance(o, who);
      const eight_answers is_asked = in & answers(moves >> 8 * part & 0xff);
      wrong = wrong | (in & !(plain | is_read(o))) | (is_asked & !over & less(other_far, 0)) |
              (answers(exchanged >> 8 * part & 0xff) & own & !is_weak(o));
      const eight_answers weak = is_weak(r), other_weak = is_weak(o);
      const eight_answers orders_less =
          (((!weak) & !other_weak) | (weak & other_weak)) & less(other_far, far);
      kept |= bits_of(is_asked & !(over | (weak & !other_weak) | orders_less)) << 8 * part;
    });
    moves &= ~kept;
    return !any(wrong);
  }

  LOCKSTEP_INLINED void put(record* to) const {
    each([&](unsigned part, eight_answers in) LOCKSTEP_INLINED {
      record* const at = to + 8 * part;
      const eight_records made = row_of(look_.fresh | who_, part);
      store_eight(at, Whole ? made : choose(in, made, load_eight(at)));
    });
  }
  LOCKSTEP_INLINED void clear(record* what) const {
    each([&](unsigned part, eight_answers in) LOCKSTEP_INLINED {
      record* const at = what + 8 * part;
      store_eight(at, Whole ? eight_records{} : choose(in, eight_records{}, load_eight(at)));
    });
  }
  LOCKSTEP_INLINED void move_lasts(lane_mask which) const {
    each([&](unsigned part, eight_answers) LOCKSTEP_INLINED {
      record* const at = others_ + 8 * part;
      store_eight(at, choose(answers(which >> 8 * part & 0xff), load_eight(lasts_ + 8 * part),
                             load_eight(at)));
    });
    look_.memory->others_used = true;
  }
  // What a store may write back.
  LOCKSTEP_INLINED void remember(lane_mask which) const {
    if (which == 0) return;
    checks::strong_row& row = of_.run->reads.add_row(of_.warp, {look_.memory, first_}, which,
                                                     of_.here->instruction, of_.here->into);
    row.site = of_.here;
    row.time = checks::time_of(look_.fresh);
    each([&](unsigned part, eight_answers) LOCKSTEP_INLINED {
      store_eight(row.seen.data() + 8 * part, load_eight(writes_ + 8 * part));
    });
  }

  const checks::quick_look& look_;
  const volatile_accesses& of_;
  const lane_mask lanes_;
  const std::uint64_t first_;  // the address of lane 0's word
  const record who_;           // of lane 0
  record *writes_, *lasts_, *others_;
  met_lanes writers_, readers_, other_readers_;
};

}  // namespace lockstep::simt::LOCKSTEP_ISA

#undef LOCKSTEP_INLINED
