// The usual cases of looking at accesses. Those that are not atomic: words whose remembered
// accesses are ordered before the new one without a question, by a barrier of the block or of the
// warp or by being the thread's own; and reads beside other reads, with which nothing can be wrong.
// Atomic operations: beside others and strong reads, which they never conflict with. Rows of words
// are in quick_row.hpp. What is remembered is what access_checker would remember (accesses.hpp);
// tests/units/quick_access.cpp compares. Inline, and used where the host's vector instructions are
// known.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "checks/order.hpp"
#include "checks/record.hpp"
#include "checks/shadow.hpp"

namespace lockstep::checks {

#define LOCKSTEP_INLINE inline __attribute__((always_inline))  // each instruction set has its own

constexpr record warp_mask = record{31} << (thread_shift + 5);
constexpr record thread_lane_mask = record{31} << thread_shift;
constexpr record last_lane_mask = record{31} << last_lane_shift;

struct quick_look {
  shadow* memory;
  record below, turn, barrier;  // earlier than `below`, or from `turn` to `barrier`: ordered before
  bool one_range;               // and nothing is later than `below` and earlier than `turn`
  record warp_barrier;          // and those of the warp from `turn` to here, if it is later
  record of_warp;               // a thread of the warp
  record born;                  // of the block: earlier records are of others
  record least;                 // the write before must not be earlier: it would not be initialised
  record fresh;                 // the new record, but for the thread
  record read_in = 0;           // what row_history::read_in is to say; 0: nothing

  // Of accesses of a warp, which `stamp` describes (record_of without a time).
  LOCKSTEP_INLINE quick_look(shadow& of, const block_run& run, bool shared, bool initialised,
                             epoch now, record stamp, std::uint32_t warp)
      : memory(&of),
        below(begin_of(shared ? run.begin : run.all_before)),
        turn(begin_of(run.turn)),
        barrier(begin_of(run.barrier)),
        one_range(turn <= below),
        warp_barrier(begin_of(run.warp_barrier[warp])),
        of_warp(by_thread(warp * lanes_per_warp)),
        born(begin_of(run.begin)),
        least(!initialised ? 0
              : shared     ? born
                           : !of.written_by_host),
        fresh(begin_of(now) | stamp) {
    if (one_range) below = std::max(below, barrier);
  }

  LOCKSTEP_INLINE bool is_plain(record r) const {
    return (r < below) | ((r >= turn) & (r < barrier));
  }
  LOCKSTEP_INLINE bool is_own(record r, record who) const {
    return (r >= turn) & ((r & (who_mask | split_flag)) == who);
  }
  // By a barrier of the warp.
  LOCKSTEP_INLINE bool is_of_warp(record r) const {
    return (r >= turn) & (r < warp_barrier) & (((r ^ of_warp) & warp_mask) == 0);
  }
  // It cannot conflict.
  LOCKSTEP_INLINE bool passes(record r, record who) const {
    return is_plain(r) || is_own(r, who) || is_of_warp(r);
  }
  // A read need not remember it.
  LOCKSTEP_INLINE bool gives_way(record r, record who) const {
    return is_plain(r) || (is_own(r, who) && is_weak_read(r));
  }
  LOCKSTEP_INLINE static bool is_weak_read(record r) { return (r & 31) == 0; }

  // How far the one who made a record is from `who`: 0 a lane of the warp, 1 of the block, 2
  // beyond; -1: not known without a search.
  LOCKSTEP_INLINE record distance(record r, record who) const {
    const record within = ((r ^ who) & warp_mask) == 0 ? 0 : 1;
    return r < born ? 2 : r < turn ? -1 : within;
  }

  // What a read remembers of reads `last` and `other`.
  struct after_read {
    bool is_known = false;  // otherwise it takes a closer look
    record last = 0;
    bool moves = false;  // the last one becomes the other one
  };
  // A plain read by another warp of the block since the last barrier.
  LOCKSTEP_INLINE bool is_beside(record r) const {
    return r >= barrier && ((r ^ of_warp) & warp_mask) != 0 && is_weak_read(r);
  }
  LOCKSTEP_INLINE after_read read_beside(record last, record other, record who) const {
    if (gives_way(last, who)) return {true, fresh | who, false};
    const record far = distance(last, who);
    if (!is_weak_read(last) || far < 0) return {};
    if (far == 0 && (last & ~who_mask) == fresh) {  // the same instruction
      constexpr record thread_mask = who_mask & ~last_lane_mask;
      return {true,
              fresh | std::min(last & thread_mask, who & thread_mask) |
                  std::max(last & last_lane_mask, who & last_lane_mask),
              false};
    }
    if (gives_way(other, who)) return {true, fresh | who, true};
    // The two are remembered that are farther away, as access_checker does it.
    const record other_far = distance(other, who);
    if (!is_weak_read(other) || other_far < 0) return {};
    return {true, fresh | who, other_far < far};
  }

  // One word, or a row by a lane for each word. False if it takes a closer look; then nothing has
  // been done.
  LOCKSTEP_INLINE bool read(record w, record& last, record& other, record who) const {
    return w >= least && passes(w, who) && read_after_write(last, other, who);
  }
  // The same for lanes that all read the word: `who` is by_lanes, which is nobody's own.
  LOCKSTEP_INLINE bool read_by_lanes(std::size_t word, record who) const {
    const shadow::word_records at = memory->words(word, 1);
    const record w = *at.writes;
    return w >= least && (is_plain(w) || is_of_warp(w)) &&
           read_after_write(*at.reads, *at.others, who);
  }
  // A row that other warps read, too.
  LOCKSTEP_INLINE void note_read_in(row_history& row) const {
    if (read_in == 0) return;
    row.read_in = read_in;
    memory->rows_noted = true;
  }
  LOCKSTEP_INLINE bool may_write(record w, record last, record other, record who) const {
    return passes(w, who) & passes(last, who) && (!memory->others_used || passes(other, who));
  }
  LOCKSTEP_INLINE bool write(record& w, record& last, record& other, record who) const {
    if (!may_write(w, last, other, who)) return false;
    w = fresh | who;
    if (last != 0) last = 0;
    if (memory->others_used && other != 0) other = 0;
    return true;
  }

  // An atomic operation that is strong beyond volatile. The same.
  LOCKSTEP_INLINE bool update(std::size_t word, record who) const {
    const shadow::word_records at = memory->words(word, 1);
    record &write = *at.writes, &last = *at.reads, &other = *at.others;
    if (write < least || !goes_with_atomics(write) || !goes_with_atomics(last) ||
        (memory->others_used && !goes_with_atomics(other)))
      return false;
    if (!is_plain(write)) keep_beside(write, last, other, who);
    write = fresh | who;
    return true;
  }

 private:
  static constexpr record strength_mask = 3 << 2;
  LOCKSTEP_INLINE bool goes_with_atomics(record r) const {
    constexpr record is_write = static_cast<record>(action::write);
    constexpr record is_volatile = static_cast<record>(strength::is_volatile) << 2;
    return is_plain(r) || ((r >= turn) & ((r & split_flag) == 0) & ((r & 3) != is_write) &
                           ((r & strength_mask) > is_volatile));
  }
  // How far the one who made a record since `turn` is from `who`.
  LOCKSTEP_INLINE static int apart(record r, record who) {
    return (r & who_mask) == who ? 0 : ((r ^ who) & warp_mask) == 0 ? 1 : 2;
  }
  LOCKSTEP_INLINE bool gives_way_to_update(record r, record who) const {
    return is_plain(r) || (is_own(r, who) && ((r ^ fresh) & strength_mask) == 0);
  }
  // The atomic operation `past` is remembered as a read that came before.
  LOCKSTEP_INLINE void keep_beside(record past, record& last, record& other, record who) const {
    constexpr record alike = begin_of((epoch{1} << 30) - 1) | warp_mask |
                             static_cast<record>(most_sites - 1) << site_shift;
    if (gives_way_to_update(last, who)) {
      last = past;
      return;
    }
    if (((last ^ past) & alike) == 0 && last >= turn) {  // lanes of one instruction
      constexpr record thread_mask = who_mask & ~last_lane_mask;
      last = (past & ~who_mask) | std::min(last & thread_mask, past & thread_mask) |
             std::max(last & last_lane_mask, past & last_lane_mask);
      return;
    }
    if (gives_way_to_update(other, who) || apart(other, who) < apart(last, who)) {
      other = last;
      memory->others_used = true;
    }
    last = past;
  }
  LOCKSTEP_INLINE bool read_after_write(record& last, record& other, record who) const {
    if (gives_way(last, who)) {
      last = fresh | who;
      return true;
    }
    const after_read after = read_beside(last, other, who);
    if (!after.is_known) return false;
    if (after.moves) {
      other = last;
      memory->others_used = true;
    }
    last = after.last;
    return true;
  }
};

#undef LOCKSTEP_INLINE

}  // namespace lockstep::checks
