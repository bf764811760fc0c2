// How an access is compared with what is remembered of its word, and remembered: for the files that
// do it.
#pragma once

#include <algorithm>

#include "checks/accesses.hpp"
#include "checks/race_report.hpp"

namespace lockstep::checks {

// One look at the accesses of a warp.
struct access_checker::scan {
  // How far away the other one is.
  enum class distance : std::uint8_t { thread, warp, block, beyond };

  access_checker& checker;
  shadow& memory;
  block_run& b;
  const warp_access& a;
  const record below, turn, barrier;     // what is ordered without a question
  const record born;                     // of the block
  const record fresh;                    // what is remembered of these accesses, but for the thread
  const site* const here;                // where they are; nullptr: not known
  unsigned lane = 0;                     // the one that is looked at,
  std::uint32_t thread = 0;              // its thread
  std::uint64_t address = 0;             // and what it accesses,
  std::uint32_t piece = 4;               // this many bytes at a time
  word_history known{};                  // what is remembered of it
  const site* read_in_update = nullptr;  // of an update that is lost

  scan(access_checker& c, shadow& m, block_run& run, const warp_access& access)
      : checker(c),
        memory(m),
        b(run),
        a(access),
        below(begin_of(a.shared ? b.begin : b.all_before)),
        turn(begin_of(b.turn)),
        barrier(begin_of(b.barrier)),
        born(begin_of(b.begin)),
        fresh(record_of(c.order_.now(), a.site, a.kind)),
        here(c.order_.facts(run.grid).site_at(a.site)) {}

  bool is_plain(record r) const { return r < below || (r >= turn && r < barrier); }
  record mine() const {
    return a.arrives_later ? flying(a.site, a.kind, thread) : fresh | by_thread(thread);
  }
  bool is_own(record r) const {
    return r >= turn && (r & who_mask) == by_thread(thread) && !is_split(r);
  }

  std::uint32_t run_of(record r) const {
    return r >= turn ? b.number : checker.order_.origin_of(r).run;
  }

  distance distance_of(record r) const {
    if (run_of(r) != b.number) return distance::beyond;
    if (warp_of(r) != a.warp) return distance::block;
    return thread_of(r) == thread && !is_by_many(r) ? distance::thread : distance::warp;
  }

  // Both lanes do it in this very instruction.
  bool is_this_instruction(record past) const {
    const unsigned other = thread_of(past) % lanes_per_warp;
    return past >= turn && time_of(past) == time_of(fresh) && site_of(past) == a.site &&
           warp_of(past) == a.warp && (a.together >> other & 1) != 0 && a.at[other] <= address &&
           address - a.at[other] < a.bytes;
  }

  bool is_morally_strong_with(record first, record second) const {
    const bool narrow =
        kind_of(first).how == strength::in_block || kind_of(second).how == strength::in_block;
    return !narrow || run_of(first) == run_of(second);
  }

  // A strong access that read the value of the strong write `past`, or of an atomic operation that
  // goes on with it, is before this one: then the write itself is (PTX ISA 8.9.3 and 8.9.5:
  // observation precedes in causality), though not what its thread did before.
  bool was_observed(record past, scopes how) const {
    for (const record by : {known.write, known.last, known.other}) {
      const access_kind kind = kind_of(by);
      if (by == 0 || by == past || !kind.is_strong() || kind.what == action::write) continue;
      if (time_of(by) <= time_of(past) && by != known.write) continue;
      if (how == scopes::as_written && !is_morally_strong_with(past, by)) continue;
      if (is_own(by) || checker.order_.is_before(b, thread, by, how)) return true;
    }
    return false;
  }

  // As lanes access memory that count on running in step: several at a time, in global memory all
  // of them, side by side. What is volatile otherwise, such as a flag or the edges of a graph, is
  // as good between lanes as between blocks.
  bool is_in_step() const {
    if (a.shared) return (a.together & (a.together - 1)) != 0;
    bool side_by_side = a.together == ~std::uint32_t{0};
    for (unsigned i = 1; i < lanes_per_warp; ++i)
      side_by_side = side_by_side && a.at[i] == a.at[0] + std::uint64_t{i} * a.bytes;
    return side_by_side;
  }

  // -- Strong accesses do not race. But what they make of a word may be lost all the same, and that
  // is no matter of the order in which this run has them.

  bool is_foreign(record r) const;
  word_name word() const { return {&memory, address}; }
  const site* site_of_past(record past) const;
  bool tries_for_lock(record past) const;
  // The thread, or one that a barrier has told it of, has read what was written.
  bool has_seen(record past, bool by_polling) const;
  bool is_ordered(record past) const;
  bool writes_the_same(record past) const;

  void note_strong_read(record write) const;

  // Another thread's write came, or might have come, between where this one has read the word and
  // where it writes it now; the lanes of a warp are taken to run in step.
  bool is_lost_between(const site::source& s, const strong_read& r, record past) const;

  // True if it has been reported.
  bool loses_update(record past);

  // A write that does not look at what it overwrites. True if it has been reported.
  bool overwrites(record past);

  void report_strong(record past, race_facts::cause what);

  void conflict(record past) {
    const access_kind before = kind_of(past);
    if (!before.writes() && !a.kind.writes()) return;
    if (is_in_flight(past)) return report(past, race_facts::cause::in_flight);
    if (is_own(past)) return;
    const bool both_strong = before.is_strong() && a.kind.is_strong();
    const distance far = distance_of(past);
    const bool by_volatile =
        before.how == strength::is_volatile && a.kind.how == strength::is_volatile;
    const bool too_narrow = far == distance::beyond &&
                            (before.how == strength::in_block || a.kind.how == strength::in_block);
    const bool lanes_by_volatile = far == distance::warp && by_volatile && is_in_step();
    if (both_strong && !too_narrow && !lanes_by_volatile) return;
    if (checker.order_.is_before(b, thread, past, scopes::as_written)) return;
    const bool strong_write = before.is_strong() && before.writes();
    if (strong_write && was_observed(past, scopes::as_written)) return;
    if (is_this_instruction(past)) {
      if (a.values == nullptr || a.values->alike(lane, thread_of(past) % lanes_per_warp)) return;
      return report(past, race_facts::cause::one_instruction);
    }
    if (far == distance::warp || far == distance::thread)
      return report(past,
                    both_strong ? race_facts::cause::lanes_volatile : race_facts::cause::lanes);
    if ((both_strong && too_narrow) || checker.order_.is_before(b, thread, past, scopes::ignored) ||
        (strong_write && was_observed(past, scopes::ignored)))
      return report(past, race_facts::cause::scope);
    report(past,
           far == distance::block ? race_facts::cause::same_block : race_facts::cause::other_block);
  }

  void report(record past, race_facts::cause what) {
    race_facts race;
    race.what = what;
    race.past = past;
    race.thread = thread;
    race.address = address;
    race.lacks_fence = checker.order_.is_before_a_fence(b, thread, past);
    const distance far = distance_of(past);
    race.how_far = far == distance::beyond  ? reach::grid
                   : far == distance::block ? reach::block
                                            : reach::warp;
    if (what == race_facts::cause::lost_update) race.read = read_in_update;
    race.changes_nothing = what != race_facts::cause::scope &&
                           what != race_facts::cause::lost_update &&
                           what != race_facts::cause::in_flight && kind_of(past).writes() &&
                           a.kind.writes() && a.values != nullptr && a.values->unchanged(lane);
    report_race(checker.order_, checker.found_, b, a, race);
  }

  void uninitialised() {
    if (a.unwritten != nullptr && a.unwritten->follow(lane, address, piece)) return;
    unwritten_read what;
    what.space = a.shared ? protocol::memory_space::shared : protocol::memory_space::global;
    what.kind = a.kind;
    what.site = a.site;
    what.thread = thread;
    what.address = address;
    report_uninitialised(checker.order_, checker.found_, b, what);
  }

  bool is_written(record write) const {
    if (a.shared) return write >= born;
    return write != 0 || memory.written_by_host;
  }

  bool needs_value() const {
    if (!a.needs_value || a.unused == 0) return a.needs_value;
    return (a.unused >> (address - a.at[lane]) / a.element_bytes & 1) == 0;
  }

  // Something of the object that the lane copies is written, though this is not.
  bool is_gap() const {
    if (!a.copies_object) return false;
    const std::uint64_t begin = a.at[lane] - a.object_before;
    const std::uint64_t end = a.at[lane] + a.bytes + a.object_after;
    for (std::uint64_t at = begin; at < end; ++at) {
      if (!memory.contains(at, 1)) continue;
      if (is_written(memory.history_at(at).write)) return true;
    }
    return false;
  }

  // Whatever conflicts with the older access of a thread conflicts with its newer one.
  static bool covers(access_kind newer, access_kind older) {
    return (newer.writes() || !older.writes()) && (!newer.is_strong() || newer.how == older.how);
  }

  // It need not be remembered beside the access that is being looked at.
  bool gives_way(record r) const {
    return is_plain(r) || (is_own(r) && covers(a.kind, kind_of(r)));
  }

  // Of two that are remembered, the one that orders less: strong accesses conflict with less, and
  // near ones are often the thread's own.
  bool orders_less(record first, record second) const {
    const bool weak = !kind_of(first).is_strong(), other_weak = !kind_of(second).is_strong();
    return weak != other_weak ? other_weak : distance_of(first) < distance_of(second);
  }

  // Keeps the new one and, of the two before it, the one that orders more.
  void keep_two(record& last, record& other, record now) {
    if (gives_way(last)) {
      last = now;
      return;
    }
    const bool same_time = time_of(last) == time_of(now) && warp_of(last) == warp_of(now) &&
                           site_of(last) == site_of(now) && last >= turn;
    if (same_time) {
      const std::uint32_t first = std::min(thread_of(last), thread_of(now));
      const std::uint32_t lane_behind = std::max(last_lane_of(last), last_lane_of(now));
      last = (now & ~who_mask) | static_cast<record>(first) << thread_shift |
             static_cast<record>(lane_behind) << last_lane_shift;
      return;
    }
    if (gives_way(other) || orders_less(other, last)) {
      other = last;
      memory.others_used = true;
    }
    last = now;
  }

  void read(record write, record& last, record& other) {
    const access_checker& c = checker;
    if (c.use_.initialised && needs_value() && !is_written(write) && !is_gap()) uninitialised();
    if (!c.use_.races) return;
    if (!is_plain(write)) conflict(write);
    if (a.kind.is_strong()) note_strong_read(write);
    if (is_plain(last)) {
      last = mine();
      return;
    }
    if (kind_of(last).writes()) conflict(last);
    if (memory.others_used && !is_plain(other) && kind_of(other).writes()) conflict(other);
    keep_two(last, other, mine());
  }

  // Locks and flags are tried in vain often.
  bool is_idle() const {
    return a.kind.what == action::atomic && checker.order_.facts(b.grid).exchanges &&
           a.values != nullptr && a.values->is_idle(lane);
  }

  // An atomic operation beside it, which looks at no more than the word, is no conflict.
  bool goes_with_atomics(record r) const {
    const access_kind kind = kind_of(r);
    return is_plain(r) || (r >= turn && !is_split(r) && kind.what != action::write &&
                           kind.how > strength::is_volatile);
  }
  bool is_among_atomics(record write, record last, record other) const {
    return a.kind.what == action::atomic && a.kind.how > strength::is_volatile && b.reads.empty() &&
           goes_with_atomics(write) && goes_with_atomics(last) &&
           (!memory.others_used || goes_with_atomics(other));
  }

  void write(record& write, record& last, record& other) {
    if (checker.use_.races && !is_among_atomics(write, last, other)) {
      const record changed = checker.last_change(word(), write);
      const bool is_reported = a.kind.is_strong() && (loses_update(changed) || overwrites(changed));
      if (a.kind.is_strong()) b.reads.forget(thread, word());
      if (!is_plain(write) && !is_reported) conflict(write);
      if (!is_plain(last)) conflict(last);
      if (memory.others_used && !is_plain(other)) conflict(other);
    }
    if (is_idle()) checker.note_idle(word(), write, mine());
    if (a.kind.what == action::atomic) {
      if (checker.use_.initialised && needs_value() && !is_written(write)) uninitialised();
      if (!is_plain(write)) keep_two(last, other, write);
    } else {
      if (last != 0) last = 0;
      if (memory.others_used && other != 0) other = 0;
    }
    write = mine();
  }

  void look_at(record& w, record& last, record& other) {
    known = {w, last, other};
    if (a.kind.writes())
      write(w, last, other);
    else
      read(w, last, other);
  }

  // `bytes` bytes of the word, from its byte `first` on.
  void look_at_word(std::size_t word, std::uint32_t first, std::uint32_t bytes) {
    const shadow::word_records of = memory.words(word, 1);
    piece = 4;
    if (bytes == 4 && !is_split(*of.writes)) return look_at(*of.writes, *of.reads, *of.others);
    piece = 1;
    auto& parts = memory.bytes_of(word);
    const std::uint64_t begin = address;
    for (std::uint32_t i = 0; i < bytes; ++i) {
      word_history& part = parts[first + i];
      address = begin + i;
      look_at(part.write, part.last, part.other);
    }
  }

  void look_at_lane() {
    for (std::uint32_t done = 0; done < a.bytes;) {
      address = a.at[lane] + done;
      const auto first = static_cast<std::uint32_t>((address - memory.address()) % 4);
      const std::uint32_t bytes = std::min(4 - first, a.bytes - done);
      look_at_word(memory.word(address), first, bytes);
      done += bytes;
    }
  }
};

}  // namespace lockstep::checks
