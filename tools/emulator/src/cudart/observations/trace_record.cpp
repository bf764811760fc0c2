#include "cudart/observations/trace_record.hpp"

namespace lockstep::cudart {
namespace {

// Addresses become offsets in the allocation or the space, which are the same in every run.
protocol::trace_access record_of(const trace::access& access) {
  protocol::trace_access record;
  record.space = access.space;
  record.lanes = access.by;
  record.bytes = access.bytes;
  for (unsigned lane = 0; lane < access.address.size(); ++lane) {
    const auto offset = static_cast<std::int64_t>(access.address[lane] - access.base);
    record.addresses.push_back((access.by >> lane & 1) != 0 ? std::optional(offset) : std::nullopt);
  }
  if (access.allocation != 0) record.allocation = access.allocation;
  if (access.space == protocol::memory_space::global) record.sectors = access.sectors;
  if (access.space == protocol::memory_space::shared) record.conflicts = access.conflicts;
  if (access.values.empty()) return record;
  record.type = access.type;
  record.elements = static_cast<std::uint32_t>(access.values.size());
  const auto note = [&](const auto& elements, auto& into) {
    for (unsigned lane = 0; lane < protocol::lanes_per_warp; ++lane)
      for (const auto& element : elements)
        into.push_back((access.by >> lane & 1) != 0 ? std::optional(element[lane]) : std::nullopt);
  };
  note(access.values, record.values);
  note(access.found, record.found);
  return record;
}

protocol::trace_exchange record_of(const trace::exchange& made) {
  protocol::trace_exchange record{made.by, made.distance, made.type, {}, {}};
  for (unsigned lane = 0; lane < protocol::lanes_per_warp; ++lane) {
    const bool is_there = (made.by >> lane & 1) != 0;
    record.gave.push_back(is_there ? std::optional(made.gave[lane]) : std::nullopt);
    record.got.push_back(is_there ? std::optional(made.got[lane]) : std::nullopt);
  }
  return record;
}

}  // namespace

protocol::trace_launch trace_launch_record(const trace::grid& grid) {
  return {grid.number,  grid.at,     grid.kernel, grid.blocks,
          grid.threads, grid.traced, grid.by,     grid.cluster};
}

protocol::trace_step trace_step_record(const trace::grid& grid, const trace::place& place,
                                       const trace::step& step) {
  const trace::instruction& what = *step.what;
  protocol::trace_step record;
  record.launch = grid.number;
  record.block = place.block;
  record.warp = place.warp;
  record.step = step.number;
  record.at = step.at;
  record.kind = step.leaves_barrier ? trace::kind::leave : what.what;
  record.op = what.op;
  record.file = what.file;
  record.line = what.line;
  record.active = step.active;
  record.executing = step.executing;
  record.callee = what.callee;
  record.split = step.change.split;
  record.met = step.change.met;
  for (const trace::access& access : step.accesses) record.accesses.push_back(record_of(access));
  if (step.exchanged) record.exchange = record_of(*step.exchanged);
  return record;
}

protocol::trace_end trace_end_record(const trace::grid_end& end) {
  return {end.number, end.at, end.stopped_by, end.steps_left_out, end.arrays, end.shared};
}

}  // namespace lockstep::cudart
