#include "simt/instruments/tracing.hpp"

#include <algorithm>
#include <iterator>

#include "simt/instruments/lane_addresses.hpp"

namespace lockstep::simt {
namespace {

using ptx::state_space;

trace::followed_warp* followed(const warp& w) {
  const auto& all = w.block->traced;
  return all.empty() ? nullptr : all[w.number];
}

protocol::memory_space reported(state_space space) {
  using protocol::memory_space;
  switch (space) {
    case state_space::shared:
      return memory_space::shared;
    case state_space::local:
      return memory_space::local;
    case state_space::constant:
      return memory_space::constant;
    case state_space::param:
      return memory_space::parameter;
    default:
      return memory_space::global;
  }
}

std::uint64_t value_in(const warp& w, std::uint32_t at, unsigned bytes, unsigned lane) {
  switch (bytes) {
    case 8:
      return row<std::uint64_t>(w, at)[lane];
    case 4:
      return row<std::uint32_t>(w, at)[lane];
    default:
      return row<std::uint16_t>(w, at)[lane];
  }
}

void read_values(const warp& w, const traced_code::values& from, lane_mask by,
                 trace::access& into) {
  into.type = from.type;
  for (const std::uint32_t at : from.rows) {
    auto& element = into.values.emplace_back();
    if (at == traced_code::values::nowhere) continue;
    for_lanes(by, [&](unsigned lane) { element[lane] = value_in(w, at, from.bytes, lane); });
  }
}

}  // namespace

void follow(block& b, std::uint64_t index) {
  trace::recorder& recorder = *b.warps.front().on->launch->recorder;
  b.traced.clear();
  for (const warp& w : b.warps)
    b.traced.push_back(recorder.follow(index, b.index, w.number, w.live));
}

namespace instruments {

const step* trace_head(warp& w, const step* s) {
  trace::followed_warp* const traced = followed(w);
  if (traced == nullptr) return s + 1;
  const lane_mask executing =
      s->extra == 0 ? w.active
                    : w.active & (predicate(w, s->a) ^ static_cast<lane_mask>(s->immediate));
  traced->step(w.on->launch->code->traced->instructions[s->instruction], w.active, executing);
  return s + 1;
}

const step* trace_access(warp& w, const step* s) {
  trace::followed_warp* const traced = followed(w);
  if (traced == nullptr) return s + 1;
  const traced_code::access& how = w.on->launch->code->traced->accesses[s->extra];
  lane_mask rest = w.active;
  while (rest != 0) {  // once for each space
    const lane_addresses found = addresses_of(w, s, how, rest);
    trace::access made;
    made.bytes = how.bytes;
    made.by = found.lanes;
    std::copy(std::begin(found.address), std::end(found.address), std::begin(made.address));
    made.space = reported(found.space);
    if (found.space == state_space::global || found.space == state_space::constant) {
      const memory::allocation* in =
          w.on->launch->memory->find(made.address[static_cast<unsigned>(__builtin_ctz(made.by))]);
      if (in != nullptr) {
        made.base = in->address;
        made.allocation = in->serial;
        w.on->launch->recorder->touch(in->serial, in->size, in->name);
      }
    }
    read_values(w, how.stored, made.by, made);
    rest &= ~made.by;
    traced->access(made);
  }
  return s + 1;
}

const step* trace_loaded(warp& w, const step* s) {
  trace::followed_warp* const traced = followed(w);
  if (traced == nullptr) return s + 1;
  const traced_code& code = *w.on->launch->code->traced;
  trace::access values;
  read_values(w, code.loads[s->extra], w.active, values);
  traced->loaded(code.instructions[s->instruction], w.active, values);
  return s + 1;
}

const step* trace_exchange(warp& w, const step* s) {
  trace::followed_warp* const traced = followed(w);
  if (traced == nullptr) return s + 1;
  const traced_code& code = *w.on->launch->code->traced;
  const traced_code::exchange& how = code.exchanges[s->extra];
  trace::exchange made;
  made.by = w.active;
  made.type = how.got.type;
  for_lanes(w.active, [&](unsigned lane) {
    made.gave[lane] = value_in(w, how.gave.rows.front(), how.gave.bytes, lane);
    made.got[lane] = value_in(w, how.got.rows.front(), how.got.bytes, lane);
  });
  if (how.distance != traced_code::values::nowhere)
    made.distance =
        row<std::uint32_t>(w, how.distance)[static_cast<unsigned>(__builtin_ctz(w.active))];
  traced->exchanged(code.instructions[s->instruction], made);
  return s + 1;
}

const step* trace_scatter(warp& w, const step* s) {
  trace::followed_warp* const traced = followed(w);
  if (traced == nullptr) return s + 1;
  const auto* index = row<std::uint32_t>(w, s->a);
  std::vector<trace::lanes> parts;
  for (lane_mask rest = w.active; rest != 0;) {
    const std::uint32_t value = index[__builtin_ctz(rest)];
    lane_mask same = 0;
    for (lane_mask r = rest; r != 0; r &= r - 1) {
      if (index[__builtin_ctz(r)] == value) same |= r & (~r + 1);
    }
    parts.push_back(same);
    rest &= ~same;
  }
  traced->scatter(parts);
  return s + 1;
}

const step* trace_leave(warp& w, const step* s) {
  if (trace::followed_warp* const traced = followed(w); traced != nullptr)
    traced->leave(w.on->launch->code->traced->instructions[s->instruction], w.active);
  return s + 1;
}

}  // namespace instruments
}  // namespace lockstep::simt
