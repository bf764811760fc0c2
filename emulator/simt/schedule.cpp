#include <algorithm>
#include <tuple>

#include "simt/fault.hpp"
#include "simt/warp.hpp"

namespace lockstep::simt {
namespace {

std::uint32_t depth_of(const split& s) { return s.frame ? s.frame->depth : 0; }

bool same_place(const split& a, const split& b) {
  return a.at == b.at && a.frame == b.frame && a.waits == waiting::no && b.waits == waiting::no;
}

// True if `a` should run before `b`.
bool before(const split& a, const split& b) {
  const auto key = [](const split& s) { return std::make_tuple(s.turn, ~depth_of(s), s.at); };
  return key(a) < key(b);
}

void unite(std::vector<split>& splits) {
  for (std::size_t i = 0; i < splits.size(); ++i) {
    for (std::size_t j = i + 1; j < splits.size();) {
      if (same_place(splits[i], splits[j])) {
        splits[i].mask |= splits[j].mask;
        splits[i].turn = std::max(splits[i].turn, splits[j].turn);
        splits.erase(splits.begin() + static_cast<std::ptrdiff_t>(j));
      } else {
        ++j;
      }
    }
  }
}

void put_back(warp& w, const step* at) {
  split s;
  s.at = at;
  s.mask = w.active;
  s.frame = w.frame;
  s.turn = w.turn;
  w.others.push_back(std::move(s));
}

}  // namespace

void find_horizon(warp& w) {
  w.horizon = no_horizon;
  for (const split& s : w.others) {
    if (s.waits == waiting::no && s.frame == w.frame) w.horizon = std::min(w.horizon, s.at);
  }
}

const step* choose(warp& w) {
  unite(w.others);
  auto best = w.others.end();
  for (auto s = w.others.begin(); s != w.others.end(); ++s) {
    if (s->waits == waiting::no && (best == w.others.end() || before(*s, *best))) best = s;
  }
  if (best == w.others.end()) {
    w.active = 0;
    w.runnable = false;
    return nullptr;
  }
  const step* at = best->at;
  w.active = best->mask;
  w.frame = std::move(best->frame);
  w.turn = best->turn;
  w.others.erase(best);
  if (w.fuel <= 0) w.fuel = w.turn == 0 ? fuel_first : fuel_later;
  find_horizon(w);
  return at;
}

const step* meet(warp& w, const step* at) {
  put_back(w, at);
  return choose(w);
}

const step* rotate(warp& w, const step* at) {
  ++w.turn;
  w.fuel = 0;
  put_back(w, at);
  w.active = 0;
  return nullptr;  // the warp stays runnable; the block goes on with the next one
}

void put_aside(warp& w, const step* at, lane_mask mask) {
  split s;
  s.at = at;
  s.mask = mask;
  s.frame = w.frame;
  s.turn = w.turn;
  w.others.push_back(std::move(s));
  w.horizon = std::min(w.horizon, at);
}

namespace {

// Lets go every split that waits for lanes which have all come (or exited).
void release_lanes(warp& w) {
  for (split& first : w.others) {
    if (first.waits != waiting::lanes) continue;
    lane_mask come = 0;
    for (const split& s : w.others) {
      if (s.waits == waiting::lanes && s.wanted == first.wanted) come |= s.mask;
    }
    if ((first.wanted & w.live & ~come) != 0) continue;
    const lane_mask wanted = first.wanted;
    for (split& s : w.others) {
      if (s.waits == waiting::lanes && s.wanted == wanted) s.waits = waiting::no;
    }
  }
}

}  // namespace

const step* exit_lanes(warp& w, lane_mask mask, const step* next) {
  w.live &= ~mask;
  w.active &= ~mask;
  w.block->live_threads -= static_cast<std::uint32_t>(__builtin_popcount(mask));
  if (!w.others.empty()) release_lanes(w);
  if (w.block->live_threads != 0) recheck_barriers(*w.block);
  if (w.active != 0) return w.others.empty() ? next : meet(w, next);
  return choose(w);
}

const step* wait_for_lanes(warp& w, const step* s, lane_mask wanted) {
  split waits;
  waits.at = s + 1;
  waits.mask = w.active;
  waits.frame = w.frame;
  waits.turn = w.turn;
  waits.waits = waiting::lanes;
  waits.wanted = wanted;
  waits.waits_in = s;
  w.others.push_back(std::move(waits));
  release_lanes(w);
  return choose(w);
}

}  // namespace lockstep::simt
