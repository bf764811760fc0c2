#include "simt/instruments/provenance.hpp"

#include <array>
#include <cstring>

namespace lockstep::simt {
namespace {

using provenance::node_ref;
using ptx::state_space;

struct recording {
  warp& w;
  const step* s;
  provenance::recorder& to;
  const recorded_code& code;

  recording(warp& w, const step* s)
      : w(w), s(s), to(*w.on->launch->provenance), code(*w.on->launch->code->recorded) {}

  std::uint32_t thread_of(unsigned lane) const {
    const running_launch& launch = *w.on->launch;
    const dimensions& at = w.block->index;
    const std::uint32_t block = (at[2] * launch.grid[1] + at[1]) * launch.grid[0] + at[0];
    return block * launch.threads + w.number * lanes_per_warp + lane;
  }
  provenance::actor actor_of(unsigned lane) const {
    return {thread_of(lane), w.on->launch->first_site + s->instruction};
  }
  node_ref& origin(std::uint32_t of_register, unsigned lane) const {
    return w.block
        ->origins[(std::size_t{w.number} * code.registers + of_register) * lanes_per_warp + lane];
  }
  node_ref origin_or_none(std::uint32_t of_register, unsigned lane) const {
    return of_register == recorded_code::none ? 0 : origin(of_register, lane);
  }
};

provenance::place place_of(const recording& r, const recorded_code::access& how, unsigned lane) {
  const std::uint64_t address =
      how.narrow_address
          ? row<std::uint32_t>(r.w, r.s->a)[lane] + static_cast<std::uint32_t>(r.s->immediate)
          : row<std::uint64_t>(r.w, r.s->a)[lane] + r.s->immediate;
  provenance::place at;
  at.address = address;
  state_space space = how.space;
  if (space == state_space::generic) space = resolve(address, at.address);
  at.bytes = how.element_bytes;
  if (space == state_space::shared) {
    at.space = LOCKSTEP_SPACE_SHARED;
    at.owner = r.thread_of(0) / r.w.on->launch->threads;
  } else if (space == state_space::local) {
    at.space = LOCKSTEP_SPACE_LOCAL;
    at.owner = r.thread_of(lane);
  } else {
    at.space = LOCKSTEP_SPACE_GLOBAL;
  }
  return at;
}

// The lane that `lane` takes its value from (PTX ISA 9.7.9.6, shfl.sync).
unsigned source_lane(recorded_code::exchange::kind how, unsigned lane, std::uint32_t by,
                     std::uint32_t clamp) {
  using kind = recorded_code::exchange::kind;
  const unsigned b = by & 31, c = clamp & 31, segment = clamp >> 8 & 31;
  const unsigned last = (lane & segment) | (c & ~segment), first = lane & segment;
  unsigned from = lane;
  bool is_inside = false;
  switch (how) {
    case kind::up:
      from = lane - b;
      is_inside = static_cast<int>(from) >= static_cast<int>(last);
      break;
    case kind::down:
      from = lane + b;
      is_inside = from <= last;
      break;
    case kind::butterfly:
      from = lane ^ b;
      is_inside = from <= last;
      break;
    default:
      from = first | (b & ~segment);
      is_inside = from <= last;
  }
  return is_inside ? from & 31 : lane;
}

// What a byte of the area of a lane's parameters begins.
node_ref& parameter_origin(const warp& w, unsigned lane, std::uint64_t offset) {
  const std::size_t area = w.on->launch->code->parameter_area_bytes;
  return w.block
      ->parameter_origins[(std::size_t{w.number} * lanes_per_warp + lane) * area + offset];
}

}  // namespace

void record_handing_on(const warp& w, std::uint32_t to, std::uint32_t from, std::uint32_t bytes) {
  for_lanes(w.active, [&](unsigned lane) {
    node_ref* const target = &parameter_origin(w, lane, to);
    std::memmove(target, &parameter_origin(w, lane, from), bytes * sizeof *target);
  });
}

void record_copy(warp& w, const step* s, unsigned lane, const copied& what) {
  const running_launch& launch = *w.on->launch;
  if (!launch.code->recorded) return;
  const recording r(w, s);
  constexpr std::uint16_t word = 4;
  for (std::uint32_t at = 0; at < what.bytes; at += word) {
    const provenance::place from{LOCKSTEP_SPACE_GLOBAL, 0, what.from + at, word};
    const provenance::place to{LOCKSTEP_SPACE_SHARED, r.thread_of(0) / launch.threads, what.to + at,
                               word};
    const node_ref value = at < what.taken ? r.to.load(r.actor_of(lane), from, 0) : 0;
    r.to.store(r.actor_of(lane), to, value, 0);
  }
}

void record_recursion(warp& w, const step* s) {
  const recording r(w, s);
  r.to.leave_out(r.actor_of(first_lane(w.active)));
}

void record_beginning(block& b) {
  const running_launch& launch = *b.warps.front().on->launch;
  b.parameter_origins.assign(
      b.warps.size() * launch.code->parameter_area_bytes * std::size_t{lanes_per_warp}, 0);
  b.origins.assign(b.warps.size() * launch.code->recorded->registers * std::size_t{lanes_per_warp},
                   0);
}

namespace instruments {

const step* record_values(warp& w, const step* s) {
  const recording r(w, s);
  const recorded_code::operation& made = r.code.operations[s->extra];
  for_lanes(w.active, [&](unsigned lane) {
    node_ref value = 0;
    if (made.chooses) {
      const bool first =
          ((predicate(w, s->a) ^ static_cast<lane_mask>(s->immediate)) >> lane & 1) != 0;
      value = r.origin_or_none(made.sources[first ? 0 : 1], lane);
    } else {
      for (const std::uint32_t source : made.sources)
        value = r.to.combine(r.actor_of(lane), value, r.origin(source, lane));
      if (made.narrows) value = r.to.convert(r.actor_of(lane), value);
    }
    for (const std::uint32_t result : made.results) r.origin(result, lane) = value;
  });
  return s + 1;
}

const step* record_access(warp& w, const step* s) {
  const recording r(w, s);
  const recorded_code::access& how = r.code.accesses[s->extra];
  using kind = recorded_code::access::kind;
  const auto record = [&](unsigned lane) {
    provenance::place at = place_of(r, how, lane);
    const node_ref index = r.origin_or_none(how.index, lane);
    for (const std::uint32_t element : how.elements) {
      if (how.what == kind::load) {
        const node_ref value = r.to.load(r.actor_of(lane), at, index);
        if (element != recorded_code::none) r.origin(element, lane) = value;
      } else if (how.what == kind::store) {
        r.to.store(r.actor_of(lane), at, r.origin_or_none(element, lane), index);
      } else {
        const node_ref before =
            r.to.atomic(r.actor_of(lane), at, r.origin_or_none(element, lane), index);
        if (how.old != recorded_code::none) r.origin(how.old, lane) = before;
      }
      at.address += at.bytes;
    }
  };
  if (how.what == kind::store && how.elements.size() != 0) {
    const std::uint32_t bytes = place_of(r, how, first_lane(w.active)).bytes *
                                static_cast<std::uint32_t>(how.elements.size());
    protocol::for_lanes_as_stored(w.active, bytes, record);
  } else {
    for_lanes(w.active, record);
  }
  return s + 1;
}

const step* record_exchange(warp& w, const step* s) {
  const recording r(w, s);
  const recorded_code::exchange& how = r.code.exchanges[s->extra];
  std::array<node_ref, lanes_per_warp> taken{};
  if (how.how == recorded_code::exchange::kind::all) {
    node_ref all = 0;
    for_lanes(w.active, [&](unsigned lane) {
      all = r.to.combine(r.actor_of(lane), all, r.origin_or_none(how.source, lane));
    });
    taken.fill(all);
  } else {
    for_lanes(w.active, [&](unsigned lane) {
      const unsigned from = source_lane(how.how, lane, row<std::uint32_t>(w, s->a)[lane],
                                        row<std::uint32_t>(w, s->b)[lane]);
      taken[lane] = r.origin_or_none(how.source, from);
    });
  }
  if (how.result != recorded_code::none)
    for_lanes(w.active, [&](unsigned lane) { r.origin(how.result, lane) = taken[lane]; });
  return s + 1;
}

const step* record_parameter(warp& w, const step* s) {
  const recording r(w, s);
  const recorded_code::parameter& how = r.code.parameters[s->extra];
  for_lanes(w.active, [&](unsigned lane) {
    const std::uint64_t offset =
        s->immediate + (how.indexed ? row<std::uint64_t>(w, s->a)[lane] : 0);
    node_ref& there = parameter_origin(w, lane, offset);
    if (how.stored)
      there = r.origin_or_none(how.of_register, lane);
    else if (how.of_register != recorded_code::none)
      r.origin(how.of_register, lane) = there;
  });
  return s + 1;
}

const step* record_decision(warp& w, const step* s) {
  const recording r(w, s);
  const lane_mask taken = predicate(w, s->a) ^ static_cast<lane_mask>(s->immediate);
  for_lanes(w.active,
            [&](unsigned lane) { r.to.decide(r.actor_of(lane), (taken >> lane & 1) != 0); });
  return s + 1;
}

const step* record_gap(warp& w, const step* s) {
  const recording r(w, s);
  r.to.leave_out(r.actor_of(first_lane(w.active)));
  return s + 1;
}

}  // namespace instruments
}  // namespace lockstep::simt
