#include "checks/streams.hpp"

#include <algorithm>

namespace lockstep::checks {
namespace {

// More grids than these are not remembered: older ones count as ordered.
constexpr std::size_t most_open = 4096;

void add(std::vector<event_ref>& to, const event_ref& e) {
  if (e && std::find(to.begin(), to.end(), e) == to.end()) to.push_back(e);
}

}  // namespace

std::vector<event_ref> streams::before(const stream_id& in) {
  std::vector<event_ref> events;
  add(events, host_);
  if (in.legacy) {
    add(events, legacy_);
    for (const auto& [number, s] : streams_)
      if (s.blocking) add(events, s.last);
  } else {
    add(events, streams_[in.number].last);
    if (in.blocking) add(events, legacy_);
  }
  return events;
}

epoch streams::first_unordered(const std::vector<event_ref>& follows) const {
  epoch earliest = 0;
  for (auto g = open_.rbegin(); g != open_.rend(); ++g) {
    const past_access first{g->number, 0, 0, g->begin};
    const bool ordered = std::any_of(follows.begin(), follows.end(), [&](const auto& e) {
      return happens_after(e, first, 0, scopes::as_written);
    });
    if (!ordered)
      earliest = g->begin;
    else if (g->follows_all_before)
      break;
  }
  return earliest;
}

bool streams::is_behind_all(const stream_id& in) { return first_unordered(before(in)) == 0; }

void streams::begin(const stream_id& in, grid_facts& facts) {
  facts.follows = before(in);
  facts.follows_all_before = first_unordered(facts.follows);
  if (facts.follows_all_before == 0) facts.follows.clear();
}

void streams::ended(const stream_id& in, std::uint32_t number, const event_ref& all) {
  open_.push_back({number, time_.began(number), time_.facts(number).follows_all_before == 0});
  if (open_.size() > most_open) open_.pop_front();
  if (in.legacy) {
    legacy_ = all;
    return;
  }
  streams_[in.number] = {all, in.blocking};
}

event_ref streams::mark(const stream_id& in) { return after_all(before(in)); }

void streams::wait(const stream_id& in, const event_ref& marked) {
  std::vector<event_ref> both = before(in);
  add(both, marked);
  if (in.legacy)
    legacy_ = after_all(both);
  else
    streams_[in.number] = {after_all(both), in.blocking};
}

bool streams::may_run(std::uint32_t grid, epoch began, const stream_id* in) {
  const std::vector<event_ref> known = in == nullptr ? std::vector{host_} : before(*in);
  const bool is_open =
      std::any_of(open_.begin(), open_.end(), [&](const open_grid& g) { return g.number == grid; });
  return is_open && std::none_of(known.begin(), known.end(), [&](const event_ref& e) {
           return happens_after(e, {grid, 0, 0, began}, 0, scopes::as_written);
         });
}

void streams::host_waits(const stream_id& for_stream) {
  host_ = after_all(before(for_stream));
  forget();
}

void streams::host_waits(const event_ref& marked) {
  std::vector<event_ref> both;
  add(both, host_);
  add(both, marked);
  host_ = after_all(both);
  forget();
}

void streams::host_waits_for_all() {
  streams_.clear();
  legacy_ = host_ = event_ref();
  open_.clear();
  time_.forget_grids();
}

// What the host has waited for is before everything to come.
void streams::forget() {
  std::erase_if(open_, [&](const open_grid& g) {
    return happens_after(host_, {g.number, 0, 0, g.begin}, 0, scopes::as_written);
  });
  if (open_.empty()) host_waits_for_all();
}

}  // namespace lockstep::checks
