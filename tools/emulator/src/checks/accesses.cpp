#include "checks/accesses.hpp"

#include "checks/race_report.hpp"

namespace lockstep::checks {
namespace {

// How far away the other one is.
enum class distance : std::uint8_t { thread, warp, block, beyond };

// Whatever conflicts with the older access of a thread conflicts with its newer one.
bool covers(access_kind newer, access_kind older) {
  return (newer.writes() || !older.writes()) && (!newer.is_strong() || newer.how == older.how);
}

}  // namespace

// One look at the accesses of a warp.
struct access_checker::scan {
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
  std::uint64_t address = 0;             // and what it accesses
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

  bool is_foreign(record r) const {
    return r != 0 && !is_plain(r) && !is_own(r) && !is_split(r) && !is_in_flight(r);
  }
  word_name word() const { return {&memory, address}; }
  const site* site_of_past(record past) const {
    const order& o = checker.order_;
    return o.facts(past >= turn ? b.grid : o.origin_of(past).grid).site_at(site_of(past));
  }
  bool tries_for_lock(record past) const {
    if (kind_of(past).what != action::atomic) return false;
    const site* const at = site_of_past(past);
    return at != nullptr && at->swaps;
  }
  // The thread, or one that a barrier has told it of, has read what was written.
  bool has_seen(record past, bool by_polling) const {
    if (by_polling && !b.reads.any_polls()) return false;
    return b.reads.any_that_saw(past, word(), [&](std::uint32_t by, const strong_read& r) {
      const bool by_warp = by / lanes_per_warp == a.warp && r.time < b.warp_barrier[a.warp];
      return (r.polls || !by_polling) && (by == thread || r.time < b.barrier || by_warp);
    });
  }
  bool is_ordered(record past) const {
    return checker.order_.is_before(b, thread, past, scopes::as_written) || has_seen(past, true);
  }
  bool writes_the_same(record past) const {
    if (a.values == nullptr) return false;
    return is_this_instruction(past) ? a.values->alike(lane, thread_of(past) % lanes_per_warp)
                                     : a.values->unchanged(lane);
  }

  void note_strong_read(record write) const {
    if (here == nullptr || address != a.at[lane]) return;
    const bool foreign = is_foreign(write);
    if (!foreign && !here->is_source) return;
    strong_read r;
    r.of = word();
    r.load = here->instruction;
    r.site = here;
    r.into = here->into;
    r.time = time_of(fresh);
    r.seen = write;
    r.polls = here->polls;
    r.exposed = foreign && here->is_source && kind_of(write).is_strong() && !is_ordered(write);
    b.reads.note(thread, r);
  }

  // Another thread's write came, or might have come, between where this one has read the word and
  // where it writes it now; the lanes of a warp are taken to run in step.
  bool is_lost_between(const site::source& s, const strong_read& r, record past) const {
    using by = site::source::by;
    if (r.seen == past)
      return s.how != by::choice && r.exposed && distance_of(past) != distance::warp;
    if (s.how != by::value && writes_the_same(past)) return false;
    if (s.how == by::choice && (is_this_instruction(past) || tries_for_lock(past))) return false;
    return !checker.order_.is_before(b, thread, past, scopes::as_written);
  }

  // True if it has been reported.
  bool loses_update(record past) {
    if (a.kind.what != action::write || here == nullptr || address != a.at[lane]) return false;
    bool is_lost = false;
    for (const site::source& s : here->sources) {
      const auto r = b.reads.find(thread, word(), s.load);
      if (!r) continue;
      if (s.how == site::source::by::value) checker.updating_.insert(here);
      if (is_lost || !is_foreign(past) || !kind_of(past).is_strong()) continue;
      is_lost = is_lost_between(s, *r, past);
      if (is_lost) read_in_update = r->site;
    }
    if (is_lost) report_strong(past, race_facts::cause::lost_update);
    return is_lost;
  }

  // A write that does not look at what it overwrites. True if it has been reported.
  bool overwrites(record past) {
    const access_kind before = kind_of(past);
    if (!is_foreign(past) || !before.is_strong() || here == nullptr) return false;
    const bool is_blind = a.kind.what == action::write || here->is_ignored;
    const bool by_volatile =
        (a.kind.what == action::write && a.kind.how == strength::is_volatile) ||
        (before.what == action::write && before.how == strength::is_volatile);
    const bool may_update = !checker.updating_.empty() && !here->swaps;
    if (!may_update && (!is_blind || !by_volatile)) return false;
    const bool updates = may_update && checker.updating_.count(site_of_past(past)) != 0;
    if (!updates && (!is_blind || !by_volatile || tries_for_lock(past))) return false;
    if (distance_of(past) == distance::warp && is_in_step()) return false;
    if (checker.order_.is_before(b, thread, past, scopes::as_written)) return false;
    if (updates && !has_seen(past, true)) {
      read_in_update = nullptr;
      report_strong(past, race_facts::cause::lost_update);
      return true;
    }
    if (!is_blind || !by_volatile || writes_the_same(past) || has_seen(past, false) ||
        was_observed(past, scopes::as_written))
      return false;
    report_strong(past, race_facts::cause::strong_writes);
    return true;
  }

  void report_strong(record past, race_facts::cause what) {
    const order& o = checker.order_;
    const bool is_narrow = what == race_facts::cause::lost_update &&
                           distance_of(past) == distance::beyond &&
                           !o.is_before(b, thread, past, scopes::as_written) &&
                           o.is_before(b, thread, past, scopes::ignored);
    report(past, is_narrow ? race_facts::cause::scope : what);
  }

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
    report_uninitialised(checker.order_, checker.found_, b, a, thread, address);
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
      const record word = memory.writes()[memory.word(at)];
      const record write = is_split(word) ? memory.byte_of(at).write : word;
      if (is_written(write)) return true;
    }
    return false;
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
      const bool is_reported = a.kind.is_strong() && (loses_update(write) || overwrites(write));
      if (a.kind.is_strong()) b.reads.forget(thread, word());
      if (!is_plain(write) && !is_reported) conflict(write);
      if (!is_plain(last)) conflict(last);
      if (memory.others_used && !is_plain(other)) conflict(other);
    }
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
    record& w = memory.writes()[word];
    if (bytes == 4 && !is_split(w)) return look_at(w, memory.reads()[word], memory.others()[word]);
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

void access_checker::note_updating(const block_run& b, const site& here, const word_name& first,
                                   std::uint32_t warp, std::uint32_t lanes) {
  for (const site::source& s : here.sources) {
    if (s.how != site::source::by::value || !b.reads.finds_in_row(warp, first, lanes, s.load))
      continue;
    updating_.insert(&here);
    known_updating_[here.instruction % 64] = &here;
    return;
  }
}

void access_checker::look(shadow& memory, block_run& b, const warp_access& a) {
  scan s(*this, memory, b, a);
  for (std::uint32_t rest = a.lanes; rest != 0; rest &= rest - 1) {
    s.lane = static_cast<unsigned>(__builtin_ctz(rest));
    s.thread = a.warp * lanes_per_warp + s.lane;
    if (memory.touched != nullptr) memory.touched->note(a.at[s.lane], a.bytes, a.kind.writes());
    s.look_at_lane();
  }
}

}  // namespace lockstep::checks
