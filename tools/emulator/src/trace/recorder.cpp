#include "trace/recorder.hpp"

#include <regex>

#include "metrics/access.hpp"

namespace lockstep::trace {
namespace {

bool is_access(const step& s) { return !s.accesses.empty(); }

bool decides(const step& s) {
  switch (s.what->what) {
    case kind::branch:
    case kind::exit:
    case kind::barrier:
      return true;
    default:
      return s.leaves_barrier || !s.change.split.empty() || !s.change.met.empty();
  }
}

}  // namespace

bool followed_warp::begin(const instruction& what, lanes active, lanes executing) {
  flush();
  const parts::change change = parts_.run(active);
  if (steps_ == owner_.options_.steps) {
    ++owner_.left_out_;
    return false;
  }
  last_.emplace();
  last_->number = ++steps_;
  last_->at = ++owner_.at_;
  last_->what = &what;
  last_->active = active;
  last_->executing = executing;
  last_->change = change;
  return true;
}

void followed_warp::step(const instruction& what, lanes active, lanes executing) {
  const bool is_kept = begin(what, active, executing);
  if (what.what == kind::exit) parts_.leave(executing);
  if (what.what != kind::branch || executing == 0 || executing == active) return;
  parts_.part(executing);
  if (is_kept) last_->change.split = {executing, active & ~executing};
}

void followed_warp::access(trace::access made) {
  if (!last_) return;
  if (made.space == protocol::memory_space::global)
    made.sectors = metrics::sectors(made.address.data(), made.by, made.bytes);
  if (made.space == protocol::memory_space::shared)
    made.conflicts = metrics::bank_conflicts(made.address.data(), made.by, made.bytes);
  last_->accesses.push_back(made);
}

void followed_warp::loaded(const instruction& what, lanes by, const trace::access& values) {
  if (!last_ || last_->what != &what) return;
  for (trace::access& made : last_->accesses) {
    if ((made.by & by) == 0) continue;
    (what.what == kind::atomic ? made.found : made.values) = values.values;
    if (what.what != kind::atomic) made.type = values.type;
  }
}

void followed_warp::exchanged(const instruction& what, const trace::exchange& made) {
  if (last_ && last_->what == &what) last_->exchanged = made;
}

void followed_warp::scatter(const std::vector<lanes>& to) {
  if (to.size() < 2) return;
  for (const lanes part : to) parts_.part(part);
  if (last_) last_->change.split = to;
}

void followed_warp::leave(const instruction& barrier, lanes active) {
  if (begin(barrier, active, active)) last_->leaves_barrier = true;
}

void followed_warp::flush() {
  if (!last_) return;
  const protocol::kept_steps only = owner_.options_.only;
  if (only == protocol::kept_steps::all ||
      (only == protocol::kept_steps::memory ? is_access(*last_) : decides(*last_)))
    owner_.to_.step(owner_.now_, where_, *last_);
  last_.reset();
}

recorder::recorder(protocol::trace_options options, listener to)
    : options_(std::move(options)),
      matches_([wanted = std::regex(options_.kernel)](const std::string& name) {
        return std::regex_search(name, wanted);
      }),
      to_(std::move(to)) {}

bool recorder::begins(grid next, std::uint64_t identity, std::uint64_t parent) {
  now_ = std::move(next);
  now_.number = ++grids_;
  now_.at = ++at_;
  left_out_ = 0;
  if (parent == 0) number_of_.clear();  // the host launches: nobody asks for those before it
  if (grids_ <= most_grids) number_of_[identity] = now_.number;
  if (const auto known = number_of_.find(parent); now_.by && known != number_of_.end())
    now_.by->launch = known->second;
  now_.traced =
      grids_ <= most_grids && matches_(now_.kernel) && options_.launches.contains(++matching_);
  if (grids_ <= most_grids) to_.begins(now_);
  return now_.traced;
}

followed_warp* recorder::follow(std::uint64_t block, dimensions index, std::uint32_t number,
                                lanes all) {
  if (!now_.traced || !options_.blocks.contains(block) || !options_.warps.contains(number))
    return nullptr;
  return &warps_.try_emplace({block, number}, *this, place{index, number}, all).first->second;
}

void recorder::touch(std::uint64_t allocation, std::uint64_t bytes, const std::string& name) {
  if (!touched_.contains(allocation)) touched_[allocation] = {allocation, bytes, name, {}};
}

void recorder::ends(std::optional<protocol::finding_kind> stopped_by,
                    const std::vector<protocol::traced_array>& arrays,
                    std::vector<protocol::shared_array> shared) {
  for (auto& [where, warp] : warps_) warp.flush();
  warps_.clear();
  for (const protocol::traced_array& given : arrays) touched_[given.allocation] = given;
  grid_end end{now_.number, ++at_, stopped_by, left_out_, {}, std::move(shared)};
  for (auto& [number, array] : touched_) end.arrays.push_back(std::move(array));
  touched_.clear();
  if (grids_ <= most_grids) to_.ends(end);
}

}  // namespace lockstep::trace
