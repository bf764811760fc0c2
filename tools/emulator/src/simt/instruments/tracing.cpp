#include "simt/instruments/tracing.hpp"

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

// A lane's address in the space that it turns out to be in.
state_space place_of(state_space space, std::uint64_t address, std::uint64_t& at) {
  at = address;
  return space == state_space::generic ? resolve(address, at) : space;
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
    trace::access made;
    made.bytes = how.bytes;
    state_space space = state_space::generic;
    for (lane_mask lanes = rest; lanes != 0; lanes &= lanes - 1) {
      const auto lane = static_cast<unsigned>(__builtin_ctz(lanes));
      const std::uint64_t address =
          how.narrow_address
              ? row<std::uint32_t>(w, s->a)[lane] + static_cast<std::uint32_t>(s->immediate)
              : row<std::uint64_t>(w, s->a)[lane] + s->immediate;
      std::uint64_t at = 0;
      const state_space here = place_of(how.space, address, at);
      if (space == state_space::generic) space = here;
      if (here != space) continue;
      made.by |= 1u << lane;
      made.address[lane] = at;
    }
    made.space = reported(space);
    if (space == state_space::global || space == state_space::constant) {
      const memory::allocation* in =
          w.on->launch->memory->find(made.address[static_cast<unsigned>(__builtin_ctz(made.by))]);
      if (in != nullptr) {
        made.base = in->address;
        made.allocation = in->serial;
      }
    }
    rest &= ~made.by;
    traced->access(made);
  }
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
