// checks::quick_look for lanes whose words lie side by side, eight records at a time: whole warps,
// half ones, those that a branch has left.
//
// What all lanes of a warp have done in one instruction is a row of records which differ in the
// lane only, each by one from the one before: an even row. Where a row was read by other warps, one
// comparison shows that it is even, and what is to be remembered is decided once for all lanes.
#pragma once

#include "checks/quick_look.hpp"
#include "simt/semantics/eight_records.hpp"

#define LOCKSTEP_INLINED __attribute__((always_inline))

namespace lockstep::simt::LOCKSTEP_ISA {

enum class row_lanes : std::uint8_t { all, half, any };

// `Words` words for each lane.
template <unsigned Words, row_lanes Which>
class quick_row {
 public:
  // Lane 0's first word and its thread (whether or not it is among the lanes).
  LOCKSTEP_INLINED quick_row(const checks::quick_look& look, std::ptrdiff_t word,
                             std::uint32_t thread, std::uint32_t lanes)
      : look_(look),
        word_(word),
        lanes_(lanes),
        lowest_(static_cast<unsigned>(__builtin_ctz(lanes))),
        highest_(31 - static_cast<unsigned>(__builtin_clz(lanes))),
        who_(checks::by_thread(thread)) {
    const checks::shadow::word_records at =
        look.memory->words(first_word(), (highest_ - lowest_ + 1) * Words);
    writes_ = at.writes - lowest_ * Words;
    lasts_ = at.reads - lowest_ * Words;
    others_ = at.others - lowest_ * Words;
  }

  // Of global memory: most kernels go on to the rows behind, and wait for the host's memory.
  // (Not inlined, GCC would take the function for one that does nothing.)
  LOCKSTEP_INLINED void fetch_ahead() const {
    constexpr std::ptrdiff_t distance = 128;  // four warps
    for (std::ptrdiff_t i = 0; i < lanes_per_warp; i += 8) {
      __builtin_prefetch(writes_ + distance + i);
      __builtin_prefetch(lasts_ + distance + i);
    }
  }

  // False if some lane takes a closer look; then nothing has been done.
  LOCKSTEP_INLINED bool read() const {
    const record base = lasts_[lowest_ * Words] - lowest_ * step;
    eight_answers wrong_writes = none(), wrong_reads = none(), uneven = none();
    each([&](unsigned part, eight_answers in) LOCKSTEP_INLINED {
      const eight_records w = load_eight(writes_ + 8 * part), r = load_eight(lasts_ + 8 * part);
      wrong_writes = wrong_writes | (in & !(is_plain(w) & !less(w, look_.least)));
      wrong_reads = wrong_reads | (in & !is_plain(r));
      uneven = uneven | (in & !equal(r, row_of(base, part)));
    });
    if (any(wrong_writes) && !writes_pass()) return false;
    if (!any(wrong_reads)) {
      put(lasts_, look_.fresh | who_);
      return true;
    }
    return any(uneven) || !is_of_one_warp(base) ? read_mixed() : read_even(base);
  }

  LOCKSTEP_INLINED bool write() const {
    const bool others_used = look_.memory->others_used;
    eight_answers wrong = none();
    eight_records used = {}, others = {};
    each([&](unsigned part, eight_answers in) LOCKSTEP_INLINED {
      const eight_records who = row_of(who_, part);
      const eight_records r = load_eight(lasts_ + 8 * part);
      wrong = wrong | (in & !(passes(load_eight(writes_ + 8 * part), who) & passes(r, who)));
      used |= choose(in, r, eight_records{});
      if (!others_used) return;
      const eight_records o = load_eight(others_ + 8 * part);
      wrong = wrong | (in & !passes(o, who));
      others |= choose(in, o, eight_records{});
    });
    if (any(wrong)) return false;
    if (put_rows()) return true;
    put(writes_, look_.fresh | who_);
    if (any(!equal(used, 0))) clear(lasts_);
    if (any(!equal(others, 0))) clear(others_);
    return true;
  }

 private:
  static constexpr record step = checks::by_thread(1);
  static constexpr unsigned parts = 4 * Words;
  static constexpr unsigned lanes_per_part = 8 / Words;
  static constexpr bool whole_parts = Which != row_lanes::any;

  static LOCKSTEP_INLINED eight_answers none() { return answers(0); }

  std::size_t first_word() const {
    return static_cast<std::size_t>(word_ + std::ptrdiff_t{lowest_} * Words);
  }
  // Words that a write makes a row are remembered as one again.
  LOCKSTEP_INLINED bool put_rows() const {
    using checks::row_history;
    if (Words != 1 || Which == row_lanes::any || first_word() % row_history::words != 0)
      return false;
    for (std::size_t i = lowest_; i <= highest_; i += row_history::words) {
      row_history& row = look_.memory->row_of(first_word() + i - lowest_);
      row.write = look_.fresh | (who_ + static_cast<record>(i) * step);
      row.last = row.other = 0;
    }
    return true;
  }

  // Calls f(number, those of its eight records that count) for each part of the row.
  template <class F>
  LOCKSTEP_INLINED void each(F f) const {
    if constexpr (whole_parts) {
      const unsigned begin = Which == row_lanes::all ? 0 : lowest_ / lanes_per_part;
#pragma GCC unroll 4
      for (unsigned i = 0; i < (Which == row_lanes::all ? parts : parts / 2); ++i)
        f(begin + i, answers(0xff));
    } else {
#pragma GCC unroll 4
      for (unsigned part = 0; part < parts; ++part) {
        const unsigned here = lanes_ >> part * lanes_per_part & ((1u << lanes_per_part) - 1);
        if (here != 0) f(part, answers(records_of(here)));
      }
    }
  }
  // A bit for each record from a bit for each lane.
  static LOCKSTEP_INLINED unsigned records_of(unsigned lanes) {
    if constexpr (Words == 1) return lanes;
    if constexpr (Words == 4) return (lanes & 1) * 0xf | (lanes >> 1 & 1) * 0xf0;
    lanes = (lanes | lanes << 2) & 0x33;
    lanes = (lanes | lanes << 1) & 0x55;
    return lanes * 3;
  }
  // The records of a part of an even row, whose lane 0 has `base`.
  static LOCKSTEP_INLINED eight_records row_of(record base, unsigned part) {
    constexpr eight_records steps = {0,
                                     1 / Words * step,
                                     2 / Words * step,
                                     3 / Words * step,
                                     4 / Words * step,
                                     5 / Words * step,
                                     6 / Words * step,
                                     7 / Words * step};
    return steps + (base + part * lanes_per_part * step);
  }

  LOCKSTEP_INLINED void put(record* to, record base) const {
    each([&](unsigned part, eight_answers in) LOCKSTEP_INLINED {
      record* const at = to + 8 * part;
      const eight_records made = row_of(base, part);
      store_eight(at, whole_parts ? made : choose(in, made, load_eight(at)));
    });
  }
  LOCKSTEP_INLINED void clear(record* what) const {
    each([&](unsigned part, eight_answers in) LOCKSTEP_INLINED {
      record* const at = what + 8 * part;
      store_eight(at, whole_parts ? eight_records{} : choose(in, eight_records{}, load_eight(at)));
    });
  }
  LOCKSTEP_INLINED void move_lasts() const {
    each([&](unsigned part, eight_answers in) LOCKSTEP_INLINED {
      record* const at = others_ + 8 * part;
      const eight_records last = load_eight(lasts_ + 8 * part);
      store_eight(at, whole_parts ? last : choose(in, last, load_eight(at)));
    });
    look_.memory->others_used = true;
  }

  LOCKSTEP_INLINED eight_answers is_plain(eight_records r) const {
    if (look_.one_range) return less(r, look_.below);
    return less(r, look_.below) | (!less(r, look_.turn) & less(r, look_.barrier));
  }
  // Of what is not plain.
  LOCKSTEP_INLINED eight_answers is_since_turn(eight_records r) const {
    return look_.one_range ? answers(0xff) : !less(r, look_.turn);
  }
  LOCKSTEP_INLINED eight_answers is_own(eight_records r, eight_records who) const {
    return is_since_turn(r) & equal(r & (checks::who_mask | checks::split_flag), who);
  }
  LOCKSTEP_INLINED eight_answers is_of_warp(eight_records r) const {
    return is_since_turn(r) & less(r, look_.warp_barrier) &
           equal((r ^ look_.of_warp) & checks::warp_mask, 0);
  }
  LOCKSTEP_INLINED eight_answers passes(eight_records r, eight_records who) const {
    return is_plain(r) | is_own(r, who) | is_of_warp(r);
  }
  static LOCKSTEP_INLINED eight_answers is_weak_read(eight_records r) { return equal(r & 31, 0); }
  LOCKSTEP_INLINED eight_answers gives_way(eight_records r, eight_records who) const {
    return is_plain(r) | (is_own(r, who) & is_weak_read(r));
  }
  LOCKSTEP_INLINED eight_records distance(eight_records r, eight_records who) const {
    const eight_records within =
        choose(equal((r ^ who) & checks::warp_mask, 0), all_eight(0), all_eight(1));
    return choose(less(r, look_.born), all_eight(2),
                  choose(less(r, look_.turn), all_eight(-1), within));
  }

  LOCKSTEP_INLINED bool writes_pass() const {
    eight_answers wrong = none();
    each([&](unsigned part, eight_answers in) LOCKSTEP_INLINED {
      const eight_records w = load_eight(writes_ + 8 * part);
      wrong = wrong | (in & !(passes(w, row_of(who_, part)) & !less(w, look_.least)));
    });
    return !any(wrong);
  }

  // The records of an even row differ in the lane only.
  LOCKSTEP_INLINED bool is_of_one_warp(record base) const {
    constexpr record lane_fields = checks::thread_lane_mask | checks::last_lane_mask;
    return (((base + lowest_ * step) ^ (base + highest_ * step)) & ~lane_fields) == 0;
  }

  // Beside an even row of other reads. What holds for the lowest lane holds for all.
  LOCKSTEP_INLINED bool read_even(record base) const {
    const record other_base = others_[lowest_ * Words] - lowest_ * step;
    eight_answers wrong = none(), uneven = none();
    each([&](unsigned part, eight_answers in) LOCKSTEP_INLINED {
      const eight_records o = load_eight(others_ + 8 * part);
      wrong = wrong | (in & !is_plain(o));
      uneven = uneven | (in & !equal(o, row_of(other_base, part)));
    });
    record other = 0;
    if (any(wrong)) {
      if (any(uneven) || !is_of_one_warp(other_base)) return read_mixed();
      other = other_base + lowest_ * step;
    }
    const record who = who_ + lowest_ * step;
    const checks::quick_look::after_read after =
        look_.read_beside(base + lowest_ * step, other, who);
    if (!after.is_known) return false;
    if (after.moves) move_lasts();
    put(lasts_, after.last - lowest_ * step);
    if constexpr (Which != row_lanes::any && Words == 1)
      if (look_.is_beside(after.moves ? base + lowest_ * step : other)) note_read_in();
    return true;
  }

  LOCKSTEP_INLINED void note_read_in() const {
    constexpr std::size_t step = checks::row_history::words;
    if (look_.read_in == 0 || first_word() % step != 0) return;
    for (std::size_t i = 0; i <= highest_ - lowest_; i += step)
      look_.note_read_in(look_.memory->row_of(first_word() + i));
  }

  // Beside any reads. Of the same instruction there are none: lanes of this row read other words.
  LOCKSTEP_INLINED bool read_mixed() const {
    eight_answers wrong = none();
    unsigned moves[parts] = {}, any_moves = 0;
    each([&](unsigned part, eight_answers in) LOCKSTEP_INLINED {
      const eight_records who = row_of(who_, part);
      const eight_records r = load_eight(lasts_ + 8 * part), o = load_eight(others_ + 8 * part);
      const eight_answers over = gives_way(r, who), other_over = gives_way(o, who);
      const eight_records far = distance(r, who), other_far = distance(o, who);
      const eight_answers is_same_instruction =
          equal(far, 0) & equal(r & ~checks::who_mask, look_.fresh);
      const eight_answers can_stay = other_over | (is_weak_read(o) & !less(other_far, 0));
      const eight_answers is_beside =
          is_weak_read(r) & !less(far, 0) & can_stay & !is_same_instruction;
      wrong = wrong | (in & !(over | is_beside));
      moves[part] = bits_of(in & !over & (other_over | less(other_far, far)));
      any_moves |= moves[part];
    });
    if (any(wrong)) return false;
    if (any_moves != 0) {
      each([&](unsigned part, eight_answers) LOCKSTEP_INLINED {
        record* const at = others_ + 8 * part;
        if (moves[part] == 0) return;
        store_eight(at,
                    choose(answers(moves[part]), load_eight(lasts_ + 8 * part), load_eight(at)));
      });
      look_.memory->others_used = true;
    }
    put(lasts_, look_.fresh | who_);
    return true;
  }

  const checks::quick_look& look_;
  const std::ptrdiff_t word_;
  const std::uint32_t lanes_;
  record *writes_, *lasts_, *others_;
  const unsigned lowest_, highest_;
  const record who_;  // of lane 0
};

}  // namespace lockstep::simt::LOCKSTEP_ISA

#undef LOCKSTEP_INLINED
