#include "checks/clock.hpp"

#include <algorithm>
#include <array>

namespace lockstep::checks {
namespace {

// Chains of events are long: no recursion.
void release(event* e) {
  std::vector<event*> dead;
  const auto drop = [&dead](event* unused) {
    if (--unused->references == 0) dead.push_back(unused);
  };
  drop(e);
  while (!dead.empty()) {
    event* gone = dead.back();
    dead.pop_back();
    for (event_ref& before : gone->follows) {
      event* const parent = before.get();
      if (parent == nullptr) continue;
      ++parent->references;  // for `drop`, once the reference is gone
      before = event_ref();
      drop(parent);
    }
    delete gone;
  }
}

bool is_directly_after(const event& e, const past_access& access) {
  if (access.time < e.all_before) return true;
  if (e.whole_grid) return e.grid == access.grid;
  if (e.block != access.block) return false;
  if (access.time < e.block_before) return true;
  for (const participant& p : e.by) {
    if (p.warp != access.thread / 32) continue;
    if (access.time < p.warp_before) return true;
    if ((p.lanes >> access.thread % 32 & 1) != 0 && access.time < p.before) return true;
  }
  return false;
}

bool search(const event_ref& e, const past_access& access, std::uint32_t block, scopes how) {
  static std::uint32_t searches = 0;
  const std::uint32_t number = ++searches;
  std::vector<event*> open;
  const auto visit = [&](const event_ref& next) {
    event* const found = next.get();
    if (found == nullptr || found->visited == number || found->time <= access.time) return;
    found->visited = number;
    if (found->of_reads && !access.is_read) return;
    if (found->in_block_only && found->block != block && how == scopes::as_written) return;
    open.push_back(found);
  };
  visit(e);
  while (!open.empty()) {
    const event* newest = open.back();
    open.pop_back();
    if (is_directly_after(*newest, access)) return true;
    for (const event_ref& before : newest->follows) visit(before);
  }
  return false;
}

}  // namespace

event_ref::event_ref(event* e) : event_(e) {
  if (event_ != nullptr) ++event_->references;
}
event_ref::event_ref(const event_ref& other) : event_ref(other.event_) {}
event_ref::~event_ref() {
  if (event_ == nullptr) return;
  if (event_->references > 1)
    --event_->references;
  else
    release(event_);
}

event_ref after_all(const std::vector<event_ref>& events) {
  if (events.size() <= 1) return events.empty() ? event_ref() : events.front();
  const event_ref e(new event);
  for (const event_ref& earlier : events) e->time = std::max(e->time, earlier->time);
  e->follows = events;
  return e;
}

bool happens_after(const event_ref& e, const past_access& access, std::uint32_t block, scopes how) {
  if (e.get() == nullptr || e->time <= access.time) return false;
  // The threads of a block search for the same few accesses, one after another: those that are
  // remembered of what all of them read. An event that is known does not change any more.
  struct search_result {
    event_ref of;
    past_access about{};
    std::uint32_t block = 0;
    scopes how = scopes::as_written;
    bool answer = false;

    bool is(const event_ref& e, const past_access& a, std::uint32_t from, scopes s) const {
      return of == e && about == a && block == from && how == s;
    }
  };
  static std::array<search_result, 8> lately;
  search_result& last = lately[access.time % lately.size()];
  if (!last.is(e, access, block, how))
    last = {e, access, block, how, search(e, access, block, how)};
  return last.answer;
}

}  // namespace lockstep::checks
