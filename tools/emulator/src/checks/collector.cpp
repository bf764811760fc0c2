#include "checks/collector.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace lockstep::checks {
namespace {

using protocol::finding_kind;
using protocol::memory_space;

std::pair<std::string, std::uint32_t> place_of(const site* s) {
  return s == nullptr ? std::pair<std::string, std::uint32_t>() : std::pair(s->file, s->line);
}

bool is_race(const protocol::finding& f) {
  return f.kind == finding_kind::race || f.kind == finding_kind::warp_race ||
         f.kind == finding_kind::scope;
}

}  // namespace

void collector::add(const cause& c, const std::function<protocol::finding()>& make) {
  const auto [quick, is_new_pair] =
      quick_.try_emplace({{c.kind, c.space}, c.here, c.there, c.is_warning}, found_.size());
  if (!is_new_pair) {
    ++found_[quick->second].count;
    return;
  }
  const auto here = place_of(c.here), there = place_of(c.there);
  const auto places = std::minmax(here, there);
  const auto [at, is_new] =
      known_.try_emplace({{c.kind, c.space}, places.first, places.second}, found_.size());
  quick->second = at->second;
  if (is_new) {
    found_.push_back(make());
    return;
  }
  protocol::finding& known = found_[at->second];
  const std::uint64_t before = known.count;
  if (known.is_warning() && !c.is_warning) known = make();
  known.count = before + 1;
}

std::vector<protocol::finding> collector::take() {
  known_.clear();
  quick_.clear();
  std::vector<protocol::finding> all = std::exchange(found_, {});
  std::set<std::tuple<memory_space, std::string, std::uint32_t>> in_races;
  for (const protocol::finding& f : all) {
    if (!is_race(f) || !f.other) continue;
    in_races.insert({f.space.value(), f.where.file, f.where.line});
    in_races.insert({f.space.value(), f.other->file, f.other->line});
  }
  std::erase_if(all, [&](const protocol::finding& f) {
    return f.kind == finding_kind::uninitialized_read &&
           in_races.count({f.space.value(), f.where.file, f.where.line}) != 0;
  });
  return all;
}

}  // namespace lockstep::checks
