#include "checks/copies_in_flight.hpp"

#include <utility>

namespace lockstep::checks {
namespace {

record landed(record flies, epoch now) {
  return record_of(now, site_of(flies), kind_of(flies)) | by_thread(thread_of(flies));
}

}  // namespace

void copies_in_flight::land(const copy& c, record arrived) {
  memory_.replace_writes(c.address, c.bytes, c.flies, arrived);
}

void copies_in_flight::begin(std::uint32_t threads) {
  for (thread_copies& t : threads_)
    for (const copy& c : t.flying) land(c, 0);
  for (const expected& e : expected_) land(e.what, 0);
  expected_.clear();
  threads_.clear();
  count_ = threads;
}

copies_in_flight::thread_copies& copies_in_flight::of(std::uint32_t thread) {
  if (threads_.empty()) threads_.resize(count_);
  return threads_[thread];
}

void copies_in_flight::add(std::uint32_t thread, std::uint64_t address, std::uint32_t bytes,
                           record what) {
  thread_copies& own = of(thread);
  own.flying.push_back({address, bytes, what, own.committed});
}

void copies_in_flight::commit(std::uint32_t thread) { ++of(thread).committed; }

void copies_in_flight::wait(std::uint32_t thread, std::uint32_t groups_left, epoch now) {
  thread_copies& own = of(thread);
  std::erase_if(own.flying, [&](const copy& c) {
    if (std::uint64_t{c.group} + groups_left >= own.committed) return false;
    land(c, landed(c.flies, now));
    return true;
  });
}

void copies_in_flight::hand_to(std::uint32_t thread, std::uint64_t mbarrier, bool odd_phase,
                               epoch now) {
  for (const copy& c : std::exchange(of(thread).flying, {}))
    expected_.push_back({c, landed(c.flies, now), mbarrier, odd_phase});
}

void copies_in_flight::phase_seen(std::uint64_t mbarrier, bool odd_phase) {
  std::erase_if(expected_, [&](const expected& e) {
    if (e.mbarrier != mbarrier || e.odd_phase == odd_phase) return false;
    land(e.what, e.arrived);
    return true;
  });
}

}  // namespace lockstep::checks
