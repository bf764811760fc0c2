// Strong accesses do not race. But what they make of a word may be lost all the same, and that is
// no matter of the order in which this run has them.
#include <algorithm>

#include "checks/access_scan.hpp"

namespace lockstep::checks {

bool access_checker::scan::is_foreign(record r) const {
  return r != 0 && !is_plain(r) && !is_own(r) && !is_split(r) && !is_in_flight(r);
}

const site* access_checker::scan::site_of_past(record past) const {
  const order& o = checker.order_;
  return o.facts(past >= turn ? b.grid : o.origin_of(past).grid).site_at(site_of(past));
}

bool access_checker::scan::tries_for_lock(record past) const {
  if (kind_of(past).what != action::atomic) return false;
  const site* const at = site_of_past(past);
  return at != nullptr && at->swaps;
}

bool access_checker::scan::has_seen(record past, bool by_polling) const {
  if (by_polling && !b.reads.any_polls()) return false;
  return b.reads.any_that_saw(past, word(), [&](std::uint32_t by, const strong_read& r) {
    const bool by_warp = by / lanes_per_warp == a.warp && r.time < b.warp_barrier[a.warp];
    return (r.polls || !by_polling) && (by == thread || r.time < b.barrier || by_warp);
  });
}

bool access_checker::scan::is_ordered(record past) const {
  return checker.order_.is_before(b, thread, past, scopes::as_written) || has_seen(past, true);
}

bool access_checker::scan::writes_the_same(record past) const {
  if (a.values == nullptr) return false;
  return is_this_instruction(past) ? a.values->alike(lane, thread_of(past) % lanes_per_warp)
                                   : a.values->unchanged(lane);
}

void access_checker::scan::note_strong_read(record write) const {
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

bool access_checker::scan::is_lost_between(const site::source& s, const strong_read& r,
                                           record past) const {
  using by = site::source::by;
  if (r.seen == past)
    return s.how != by::choice && r.exposed && distance_of(past) != distance::warp;
  if (s.how != by::value && writes_the_same(past)) return false;
  if (s.how == by::choice && (is_this_instruction(past) || tries_for_lock(past))) return false;
  return !checker.order_.is_before(b, thread, past, scopes::as_written);
}

bool access_checker::scan::loses_update(record past) {
  using by = site::source::by;
  if (here == nullptr || address != a.at[lane]) return false;
  const bool may_lose = is_foreign(past) && kind_of(past).is_strong();
  strong_read lost, lost_value;
  epoch looked_again = 0, read_again = 0;  // the last reads that nothing gets lost behind
  for (const site::source& s : here->sources) {
    const auto r = b.reads.find(thread, word(), s.load);
    if (!r) continue;
    const bool by_value = s.how == by::value;
    if (by_value) checker.updating_.insert(here);
    if (!may_lose) continue;
    if (is_lost_between(s, *r, past)) {
      strong_read& first = by_value ? lost_value : lost;
      if (first.time == 0) first = *r;
    } else {
      looked_again = std::max(looked_again, r->time);
      if (by_value) read_again = std::max(read_again, r->time);
    }
  }
  // What a thread has seen without the lock is no matter if it looks again when it has it.
  if (lost_value.time > read_again)
    lost = lost_value;
  else if (lost.time <= looked_again)
    return false;
  read_in_update = lost.site;
  report_strong(past, race_facts::cause::lost_update);
  return true;
}

bool access_checker::scan::overwrites(record past) {
  const access_kind before = kind_of(past);
  if (!is_foreign(past) || !before.is_strong() || here == nullptr || is_idle()) return false;
  const bool is_blind = a.kind.what == action::write || here->is_ignored;
  const bool by_volatile = (a.kind.what == action::write && a.kind.how == strength::is_volatile) ||
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

void access_checker::scan::report_strong(record past, race_facts::cause what) {
  const order& o = checker.order_;
  const bool is_narrow = what == race_facts::cause::lost_update &&
                         distance_of(past) == distance::beyond &&
                         !o.is_before(b, thread, past, scopes::as_written) &&
                         o.is_before(b, thread, past, scopes::ignored);
  report(past, is_narrow ? race_facts::cause::scope : what);
}

}  // namespace lockstep::checks
