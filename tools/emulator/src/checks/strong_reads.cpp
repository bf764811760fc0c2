#include "checks/strong_reads.hpp"

#include <algorithm>

namespace lockstep::checks {

void strong_reads::clear() {
  threads_.clear();
  for (of_warp& w : warps_) w.used = w.next = 0;
  any_polls_ = any_rows_ = false;
}

strong_read strong_reads::one_of(const strong_row& row, std::uint32_t lane) {
  strong_read r;
  r.of = {row.of.history, row.of.address + 4 * std::uint64_t{lane}};
  r.load = row.load;
  r.site = row.site;
  r.time = row.time;
  r.seen = row.seen[lane];
  r.into = row.into;
  r.is_latest = (row.latest >> lane & 1) != 0;
  return r;
}

void strong_reads::note(std::uint32_t thread, const strong_read& r) {
  if (any_rows_ && thread / 32 < warps_.size()) {
    of_warp& w = warps_[thread / 32];
    const std::uint32_t lane = thread % 32;
    for (std::uint32_t n = 0; n < w.used; ++n) {
      strong_row& row = w.last[n];
      if (r.into != 0 && row.into == r.into) row.latest &= ~(1u << lane);
      if (row.load == r.load && one_of(row, lane).of == r.of) row.lanes &= ~(1u << lane);
    }
  }
  if (thread >= threads_.size()) threads_.resize(thread + 1);
  any_polls_ = any_polls_ || r.polls;
  of_thread& t = threads_[thread];
  for (strong_read& k : t.last)
    if (r.into != 0 && k.into == r.into) k.is_latest = false;
  const auto known = std::find_if(t.last.begin(), t.last.end(), [&](const strong_read& k) {
    return k.time != 0 && k.load == r.load && k.of == r.of;
  });
  if (known != t.last.end()) {
    *known = r;
    return;
  }
  t.last[t.next] = r;
  t.next = (t.next + 1) % t.last.size();
}

strong_row& strong_reads::add_row(std::uint32_t warp, const word_name& of, std::uint32_t lanes,
                                  std::uint32_t load, std::uint32_t into) {
  if (warp >= warps_.size()) warps_.resize(warp + 1);
  any_rows_ = true;
  const std::size_t last_thread = std::min<std::size_t>(threads_.size(), warp * 32 + 32);
  for (std::size_t thread = warp * 32; thread < last_thread; ++thread) {
    if ((lanes >> thread % 32 & 1) == 0) continue;
    const word_name word{of.history, of.address + 4 * (thread % 32)};
    for (strong_read& k : threads_[thread].last) {
      if (into != 0 && k.into == into) k.is_latest = false;
      if (k.load == load && k.of == word) k.time = 0;
    }
  }
  of_warp& w = warps_[warp];
  strong_row* to = nullptr;
  for (std::uint32_t n = 0; n < w.used; ++n) {
    strong_row& row = w.last[n];
    if (into != 0 && row.into == into) row.latest &= ~lanes;
    if (row.load == load && row.of == of) row.lanes &= ~lanes;
    if (row.lanes == 0) to = &row;
  }
  if (to == nullptr && w.used < w.last.size()) to = &w.last[w.used++];
  if (to == nullptr) {
    to = &w.last[w.next];
    w.next = (w.next + 1) % w.last.size();
  }
  to->of = of;
  to->lanes = to->latest = lanes;
  to->load = load;
  to->into = into;
  return *to;
}

std::optional<strong_read> strong_reads::find(std::uint32_t thread, const word_name& of,
                                              std::uint32_t load) const {
  std::optional<strong_read> found;
  const auto take = [&](const strong_read& r) {
    if (r.time != 0 && r.is_latest && r.load == load && r.of == of &&
        (!found || r.time > found->time))
      found = r;
  };
  if (thread < threads_.size())
    for (const strong_read& r : threads_[thread].last) take(r);
  if (any_rows_ && thread / 32 < warps_.size()) {
    const of_warp& w = warps_[thread / 32];
    for (std::uint32_t n = 0; n < w.used; ++n)
      if ((w.last[n].lanes >> thread % 32 & 1) != 0) take(one_of(w.last[n], thread % 32));
  }
  return found;
}

bool strong_reads::finds_in_row(std::uint32_t warp, const word_name& of, std::uint32_t lanes,
                                std::uint32_t load) const {
  for (; lanes != 0; lanes &= lanes - 1) {
    const auto lane = static_cast<std::uint32_t>(__builtin_ctz(lanes));
    if (find(warp * 32 + lane, {of.history, of.address + 4 * std::uint64_t{lane}}, load))
      return true;
  }
  return false;
}

void strong_reads::forget(std::uint32_t thread, const word_name& of) {
  if (thread < threads_.size())
    for (strong_read& r : threads_[thread].last)
      if (r.of == of) r.time = 0;
  if (!any_rows_ || thread / 32 >= warps_.size()) return;
  of_warp& w = warps_[thread / 32];
  for (std::uint32_t n = 0; n < w.used; ++n)
    if (one_of(w.last[n], thread % 32).of == of) w.last[n].lanes &= ~(1u << thread % 32);
}

void strong_reads::forget_row(std::uint32_t warp, const word_name& of, std::uint32_t lanes) {
  for (std::uint32_t rest = threads_.size() > warp * 32 ? lanes : 0; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(__builtin_ctz(rest));
    forget(warp * 32 + lane, {of.history, of.address + 4 * std::uint64_t{lane}});
  }
  if (!any_rows_ || warp >= warps_.size()) return;
  of_warp& w = warps_[warp];
  for (std::uint32_t n = 0; n < w.used; ++n)
    if (w.last[n].of == of) w.last[n].lanes &= ~lanes;
}

}  // namespace lockstep::checks
