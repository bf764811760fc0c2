#include "checks/order.hpp"

#include <algorithm>

namespace lockstep::checks {
namespace {

template <class F>
void for_lanes(std::uint32_t lanes, F f) {
  for (; lanes != 0; lanes &= lanes - 1) f(static_cast<std::uint32_t>(__builtin_ctz(lanes)));
}

void add_once(std::vector<event_ref>& to, const event_ref& e) {
  if (e && std::find(to.begin(), to.end(), e) == to.end()) to.push_back(e);
}

// An earlier barrier of the same lanes says nothing that this one does not: follow what it follows,
// so that a loop of barriers makes no chain.
void follow(std::vector<event_ref>& to, const event_ref& e, std::uint32_t block, std::uint32_t warp,
            std::uint32_t lanes) {
  const bool same = e && e->block == block && !e->whole_grid && e->by.size() == 1 &&
                    e->by[0].warp == warp && e->by[0].lanes == lanes;
  if (!same) return add_once(to, e);
  for (const event_ref& before : e->follows) add_once(to, before);
}

// Whatever happens before `other` happens before `e`, for the same threads.
bool covers_all_of(const event_ref& e, const event_ref& other) {
  return e && !e->in_block_only && !e->of_reads &&
         std::find(e->follows.begin(), e->follows.end(), other) != e->follows.end();
}

// Puts `to`, which nobody knows yet, after all that `e` is after as well; false if it cannot. Many
// arrivals at an mbarrier make one event that way, and no chain.
bool joined(const event_ref& to, const event& e) {
  if (to->whole_grid || e.whole_grid || to->grid != e.grid || to->block != e.block ||
      to->block_before != e.block_before || to->all_before != e.all_before ||
      to->in_block_only != e.in_block_only || to->of_reads != e.of_reads)
    return false;
  for (const participant& p : e.by) {
    const auto same = std::find_if(to->by.begin(), to->by.end(), [&](const participant& q) {
      return q.warp == p.warp && q.before == p.before && q.warp_before == p.warp_before;
    });
    if (same == to->by.end())
      to->by.push_back(p);
    else
      same->lanes |= p.lanes;
  }
  for (const event_ref& before : e.follows) add_once(to->follows, before);
  to->time = std::max(to->time, e.time);
  return true;
}

}  // namespace

epoch order::tick() { return now_ == last_epoch ? now_ : ++now_; }

std::uint32_t order::begin_grid(grid_facts facts) {
  grids_.push_back({std::move(facts), tick()});
  return first_grid_ + static_cast<std::uint32_t>(grids_.size()) - 1;
}

event_ref order::end_grid(std::uint32_t grid) {
  const event_ref e(new event);
  e->time = tick();
  e->grid = grid;
  e->whole_grid = true;
  e->all_before = all_before(grid);
  e->follows = facts(grid).follows;
  return e;
}

void order::forget_grids() {
  first_grid_ += static_cast<std::uint32_t>(grids_.size());
  grids_.clear();
  segments_.clear();
  released_.clear();
  released_in_shared_.clear();
  peers_release_ = false;
}

epoch order::began(std::uint32_t grid) const { return grids_[grid - first_grid_].begin; }

epoch order::all_before(std::uint32_t grid) const {
  const grid_run& g = grids_[grid - first_grid_];
  return g.facts.follows_all_before == 0 ? g.begin : g.facts.follows_all_before;
}

void order::begin_block(block_run& b, std::uint32_t grid, dimensions index, std::uint32_t threads) {
  for (const std::uint64_t address : b.shared_variables)
    released_in_shared_.erase({address, b.number});
  b.shared_variables.clear();
  b.number = ++runs_;
  b.grid = grid;
  b.index = index;
  b.begin = b.turn = b.barrier = tick();
  b.all_before = all_before(grid);
  b.now = &now_;
  note_plain(b);
  b.warp_barrier.assign((threads + lanes_per_warp - 1) / lanes_per_warp, b.begin);
  b.knows = b.too_narrow = b.ended_reads = event_ref();
  if (b.threads_know || b.threads.size() != threads) b.threads.assign(threads, thread_order());
  b.threads_know = false;
  b.reads.clear();
  segments_.push_back({b.begin, b.number, grid, index});
  const std::vector<event_ref>& follows = facts(grid).follows;
  if (follows.size() == 1)
    b.knows = follows.front();
  else if (!follows.empty())
    b.knows = make(b, b.begin, {}, follows);
}

void order::note_plain(block_run& b) {
  const auto plain_if = [&b](epoch below) {
    return begin_of(b.turn <= below ? std::max(below, b.barrier) : below);
  };
  b.plain_in_shared = plain_if(b.begin);
  b.plain = plain_if(b.all_before);
}

void order::take_turn(block_run& b) {
  if (segments_.back().run == b.number) return;
  b.turn = tick();
  note_plain(b);
  segments_.push_back({b.turn, b.number, b.grid, b.index});
}

event_ref order::make(const block_run& b, epoch time, std::vector<participant> by,
                      std::vector<event_ref> follows) {
  const event_ref e(new event);
  e->time = time;
  e->grid = b.grid;
  e->block = b.number;
  e->block_before = b.barrier;
  e->by = std::move(by);
  e->follows = std::move(follows);
  add_once(e->follows, b.knows);
  return e;
}

participant order::alone(const block_run& b, std::uint32_t thread, epoch before) const {
  const std::uint32_t warp = thread / lanes_per_warp;
  return {warp, 1u << thread % lanes_per_warp, before, b.warp_barrier[warp]};
}

event_ref order::both(const block_run& b, const event_ref& first, const event_ref& second) {
  if (!first || first == second || covers_all_of(second, first)) return second;
  if (!second || covers_all_of(first, second)) return first;
  return make(b, tick(), {}, {first, second});
}

// What strong reads of any thread have seen, taken from the threads.
event_ref order::seen_by_all(block_run& b) {
  std::vector<event_ref> seen;
  for (thread_order& t : b.threads) {
    add_once(seen, t.will_know);
    t.will_know = event_ref();
  }
  return after_all(seen);
}

void order::block_barrier(block_run& b) {
  b.barrier = tick();
  note_plain(b);
  if (!b.threads_know) return;
  std::vector<event_ref> known, narrow;
  bool rest = false;
  if (const event_ref seen = seen_by_all(b); seen) {
    if (strict_)
      for (thread_order& t : b.threads) t.will_know = seen;
    else
      add_once(known, seen);
  }
  for (thread_order& t : b.threads) {
    add_once(known, t.knows);
    add_once(narrow, t.too_narrow);
    t.knows = t.too_narrow = event_ref();
    rest = rest || t.will_know || t.block_fence != 0;
  }
  if (!known.empty()) b.knows = make(b, b.barrier, {}, std::move(known));
  if (!narrow.empty()) {
    add_once(narrow, b.too_narrow);
    b.too_narrow = make(b, b.barrier, {}, std::move(narrow));
  }
  b.threads_know = rest;
}

void order::cluster_barrier(const std::vector<block_run*>& blocks) {
  std::vector<event_ref> done;
  for (block_run* b : blocks) {
    block_barrier(*b);
    done.push_back(make(*b, tick(), {}, {}));
  }
  const event_ref all = after_all(done);
  for (block_run* b : blocks) b->knows = all;
}

void order::partial_barrier(block_run& b, const std::vector<arrival>& who) {
  const epoch time = tick();
  std::vector<participant> by;
  std::vector<event_ref> follows;
  for (const arrival& a : who) {
    by.push_back({a.warp, a.came, time, b.warp_barrier[a.warp]});
    for_lanes(a.came, [&](std::uint32_t lane) {
      const thread_order& t = b.threads[a.warp * lanes_per_warp + lane];
      add_once(follows, t.knows);
      if (!strict_) add_once(follows, t.will_know);
    });
  }
  const event_ref e = make(b, time, std::move(by), std::move(follows));
  for (const arrival& a : who) {
    for_lanes(a.goes_on,
              [&](std::uint32_t lane) { b.threads[a.warp * lanes_per_warp + lane].knows = e; });
  }
  b.threads_know = true;
}

void order::warp_barrier(block_run& b, std::uint32_t warp, std::uint32_t lanes,
                         std::uint32_t live) {
  const epoch time = tick();
  const bool whole = (live & ~lanes) == 0;
  const std::uint32_t first = warp * lanes_per_warp;
  lanes &= live;
  std::vector<event_ref> follows;
  if (b.threads_know || !whole) {
    for_lanes(lanes, [&](std::uint32_t lane) {
      follow(follows, b.threads[first + lane].knows, b.number, warp, lanes);
    });
  }
  if (whole) b.warp_barrier[warp] = time;
  if (whole && follows.empty()) return;
  const event_ref e =
      make(b, time, {{warp, lanes, time, b.warp_barrier[warp]}}, std::move(follows));
  for_lanes(lanes, [&](std::uint32_t lane) { b.threads[first + lane].knows = e; });
  b.threads_know = true;
}

// What a thread has seen becomes known to it, if the scope reaches as far as the thread that
// released it.
void order::learn(block_run& b, thread_order& t, const event_ref& what, bool in_block_only) {
  event_ref& into = in_block_only && what->block != b.number ? t.too_narrow : t.knows;
  into = both(b, into, what);
  b.threads_know = true;
}

void order::fence(block_run& b, std::uint32_t warp, std::uint32_t lanes, bool in_block_only) {
  const epoch time = tick();
  b.threads_know = true;
  for_lanes(lanes, [&](std::uint32_t lane) {
    thread_order& t = b.threads[warp * lanes_per_warp + lane];
    t.block_fence = time;
    if (!in_block_only) t.fence = time;
    if (!t.will_know) return;
    learn(b, t, t.will_know, in_block_only);
    t.will_know = event_ref();
  });
}

// A flag set behind a barrier: the loads before the barrier are done, fence or not. Those who see
// it may write where they have read. (What several lanes write at once is data: to follow each of
// its words would be dear.)
bool order::ends_reads(const block_run& b, const strong_access& a) const {
  return !strict_ && a.writes && !a.goes_on && a.alone && a.shared_of == 0 && b.barrier != b.begin;
}

// What such a write gives. Threads that know no more than their block give the same.
event_ref order::ended_reads(block_run& b, const thread_order& t, bool in_block_only) {
  const bool is_common = !t.knows && !t.will_know && !in_block_only;
  if (is_common && b.ended_reads && b.ended_reads->block_before == b.barrier) return b.ended_reads;
  const event_ref e = make(b, now_, {}, {});
  add_once(e->follows, t.knows);
  add_once(e->follows, t.will_know);
  e->in_block_only = in_block_only;
  e->of_reads = true;
  if (is_common) b.ended_reads = e;
  return e;
}

// What a strong write gives to those who read it; nothing if neither it nor a fence before it
// releases, and it does not end reads.
event_ref order::released_by(block_run& b, std::uint32_t thread, const strong_access& a) {
  const thread_order& t = b.threads[thread];
  const auto event_after = [&](epoch before, bool in_block_only) {
    const event_ref e = make(b, now_, {alone(b, thread, before)}, {});
    add_once(e->follows, t.knows);
    e->in_block_only = in_block_only || a.in_block_only;
    return e;
  };
  if (a.releases) {
    if (!a.at_once) tick();
    return event_after(now_, false);
  }
  if (t.fence != 0 && t.fence == t.block_fence) return event_after(t.fence, false);
  if (t.fence != 0) return both(b, event_after(t.fence, false), event_after(t.block_fence, true));
  std::vector<event_ref> all;
  if (t.block_fence != 0) all.push_back(event_after(t.block_fence, true));
  if (ends_reads(b, a)) all.push_back(ended_reads(b, t, a.in_block_only));
  return after_all(all);
}

void order::strong(block_run& b, std::uint32_t thread, const strong_access& a) {
  // Nobody has released anything there, and this does not.
  if (!has_released(b, a.shared_of) && !a.releases && b.threads[thread].block_fence == 0 &&
      !ends_reads(b, a))
    return;
  const variable word{a.address, a.shared_of};
  variables& all = a.shared_of == 0 ? released_ : released_in_shared_;
  thread_order& t = b.threads[thread];
  const auto found = all.find(word);
  const event_ref before = found == all.end() ? event_ref() : found->second;
  if (a.reads && before && before != t.knows) {
    if (a.acquires) {
      learn(b, t, before, a.in_block_only);
    } else if (a.in_block_only && before->block != b.number) {
      t.too_narrow = both(b, t.too_narrow, before);
      b.threads_know = true;
    } else if (t.will_know != before) {
      t.will_know = both(b, t.will_know, before);
      b.threads_know = true;
    }
  }
  if (!a.writes) return;
  event_ref released = released_by(b, thread, a);
  if (a.goes_on && before) {
    if (!released) return;
    const bool is_known = before->references > 2;  // it is held here and in `all`
    if (!is_known && joined(before, *released.get())) return;
    released = both(b, before, released);
  }
  if (!released) {
    if (found != all.end()) all.erase(found);
    return;
  }
  if (a.shared_of == b.number && !before) b.shared_variables.push_back(a.address);
  if (a.shared_of != 0 && a.shared_of != b.number) peers_release_ = true;
  all[word] = std::move(released);
}

event_ref order::now_known(const block_run& b, std::uint32_t thread) {
  const epoch time = tick();
  const event_ref e = make(b, time, {alone(b, thread, time)}, {});
  add_once(e->follows, b.threads[thread].knows);
  return e;
}

order::origin order::origin_of(record access) const {
  const epoch time = time_of(access);
  if (segments_.empty() || time < segments_.front().begin) return {0, 0, {}};
  // Most that is asked for is of the same few blocks.
  const auto is_in = [&](std::size_t number) {
    return number < segments_.size() && segments_[number].begin <= time &&
           (number + 1 == segments_.size() || time < segments_[number + 1].begin);
  };
  if (!is_in(last_asked_for_)) {
    const auto after = std::upper_bound(segments_.begin(), segments_.end(), time,
                                        [](epoch t, const segment& s) { return t < s.begin; });
    last_asked_for_ = static_cast<std::size_t>(after - segments_.begin()) - 1;
  }
  const segment& s = segments_[last_asked_for_];
  return {s.run, s.grid, s.block};
}

bool order::is_before(const block_run& b, std::uint32_t thread, record access, scopes how) const {
  if (now_ == last_epoch) return true;  // it is not known any more
  const epoch time = time_of(access);
  if (time < b.all_before) return true;
  const std::uint32_t by = thread_of(access);
  const origin o = time >= b.turn ? origin{b.number, b.grid, b.index} : origin_of(access);
  const std::uint32_t warp = thread / lanes_per_warp;
  if (o.run == b.number) {
    if (time < b.barrier || (by == thread && !is_by_many(access))) return true;
    if (warp == by / lanes_per_warp && time < b.warp_barrier[warp]) return true;
  }
  const thread_order& t = b.threads[thread];
  if (!b.knows && !t.knows && !t.will_know && !b.too_narrow && !t.too_narrow) return false;
  const auto known = [&](std::uint32_t other) {
    const past_access past{o.grid, o.run, other, time, kind_of(access).what == action::read};
    if (o.run == b.number && other == thread) return true;
    if (happens_after(b.knows, past, b.number, how) || happens_after(t.knows, past, b.number, how))
      return true;
    // A store does not run ahead of what its thread has seen.
    if (!strict_ && past.is_read && happens_after(t.will_know, past, b.number, how)) return true;
    return how == scopes::ignored && (happens_after(b.too_narrow, past, b.number, how) ||
                                      happens_after(t.too_narrow, past, b.number, how));
  };
  if (!is_by_many(access)) return known(by);
  const std::uint32_t last = by / lanes_per_warp * lanes_per_warp + last_lane_of(access);
  return known(by) && known(last);
}

bool order::is_before_a_fence(const block_run& b, std::uint32_t thread, record access) const {
  const event_ref& will_know = b.threads[thread].will_know;
  if (!will_know) return false;
  const origin o = origin_of(access);
  const past_access past{o.grid, o.run, thread_of(access), time_of(access),
                         kind_of(access).what == action::read};
  return happens_after(will_know, past, b.number, scopes::ignored);
}

}  // namespace lockstep::checks
