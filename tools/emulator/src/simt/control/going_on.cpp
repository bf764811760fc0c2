#include "simt/control/going_on.hpp"

#include <cstring>
#include <string>

#include "checks/monitor.hpp"
#include "simt/control/finding.hpp"
#include "simt/instruments/misled.hpp"
#include "simt/state/checked_code.hpp"

namespace lockstep::simt {

using clock = std::chrono::steady_clock;

std::byte* going_on::instead_of(fault f) {
  worker& on = *f.where->on;
  if (on.misled == nullptr) on.misled = std::make_unique<misled_lanes>();
  auto& nowhere = on.misled->nowhere;
  if (f.bytes > sizeof nowhere) raise(std::move(f));  // a copy in bulk
  const lane_mask lane = 1u << f.lane;
  if ((misled_at(*f.where, f.at->instruction) & lane) == 0) note(f);
  if (f.access != access_kind::write) note_misled(*f.where, f.at->instruction, lane);
  std::memset(nowhere, 0, sizeof nowhere);
  return nowhere;
}

void going_on::note(const fault& f) {
  const running_launch& launch = *f.where->on->launch;
  const std::scoped_lock lock(mutex_);
  if (!first_) {
    first_ = f.kind;
    deadline_ = (clock::now() + longest_).time_since_epoch().count();
  }
  checks::collector& found = launch.monitor != nullptr ? launch.monitor->found : found_;
  found.add({f.kind, f.space, site_of(f)}, [&] {
    protocol::finding made = finding_of(f, launch);
    made.went_on = true;
    return made;
  });
}

const checks::site* going_on::site_of(const fault& f) {
  const code& of = *f.where->on->launch->code;
  const std::uint32_t instruction = f.at->instruction;
  if (of.checked != nullptr) return &of.checked->positions[instruction];
  const auto [known, is_new] = sites_.try_emplace({&of, instruction});
  if (is_new) {
    known->second.file = of.instructions[instruction].line.file;
    known->second.line = of.instructions[instruction].line.line;
  }
  return &known->second;
}

bool going_on::is_late() const {
  const auto deadline = deadline_.load(std::memory_order_relaxed);
  return deadline != 0 && clock::now().time_since_epoch().count() > deadline;
}

bool going_on::explains(const fault& f) const {
  if (!first()) return false;
  if (f.kind == finding_kind::timeout || f.kind == finding_kind::deadlock) return true;
  if (f.where == nullptr || f.at == nullptr) return false;
  return (misled_at(*f.where, f.at->instruction) >> f.lane & 1) != 0;
}

std::optional<finding_kind> going_on::first() const {
  const std::scoped_lock lock(mutex_);
  return first_;
}

}  // namespace lockstep::simt
