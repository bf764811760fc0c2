#include "simt/instructions/warp_operations.hpp"

#include "simt/control/actions.hpp"
#include "simt/semantics/bit_operations.hpp"
#include "simt/semantics/integer_operations.hpp"
#include "simt/semantics/semantics.hpp"

namespace lockstep::simt {
namespace {

using ptx::op;
using ptx::scalar;
using ptx::word;

// Lanes of the active ones that the mask names and whose predicate holds.
lane_mask voters(const warp& w, const step* s) {
  return w.active & (predicate(w, s->a) ^ static_cast<lane_mask>(s->immediate));
}

void give(warp& w, std::uint32_t d, bool value) {
  lane_mask& p = predicate(w, d);
  p = (p & ~w.active) | (value ? w.active : 0);
}

const step* vote_all(warp& w, const step* s) {
  give(w, s->d, voters(w, s) == w.active);
  return s + 1;
}
const step* vote_any(warp& w, const step* s) {
  give(w, s->d, voters(w, s) != 0);
  return s + 1;
}
const step* vote_uni(warp& w, const step* s) {
  give(w, s->d, voters(w, s) == 0 || voters(w, s) == w.active);
  return s + 1;
}

void give_all(warp& w, std::uint32_t d, std::uint32_t value) {
  auto* out = row<std::uint32_t>(w, d);
  for_lanes(w.active, [&](unsigned lane) { out[lane] = value; });
}

const step* vote_ballot(warp& w, const step* s) {
  give_all(w, s->d, voters(w, s));
  return s + 1;
}

template <class T>
const step* match_any(warp& w, const step* s) {
  const T* a = row<T>(w, s->a);
  lane_mask same[lanes_per_warp] = {};
  for (unsigned i = 0; i < lanes_per_warp; ++i) {
    for (unsigned j = 0; j < lanes_per_warp; ++j)
      same[i] |= static_cast<lane_mask>((w.active >> j & 1) != 0 && a[j] == a[i]) << j;
  }
  auto* d = row<std::uint32_t>(w, s->d);
  for_lanes(w.active, [&](unsigned lane) { d[lane] = same[lane]; });
  return s + 1;
}

template <class T>
const step* match_all(warp& w, const step* s) {
  const T* a = row<T>(w, s->a);
  const T first = a[first_lane(w.active)];
  bool equal = true;
  for_lanes(w.active, [&](unsigned lane) { equal = equal && a[lane] == first; });
  give_all(w, s->d, equal ? w.active : 0);
  if (s->extra != no_predicate) give(w, s->extra, equal);
  return s + 1;
}

// The lowest lane of the mask leads.
const step* elect(warp& w, const step* s) {
  const auto leader = first_lane(w.active);
  give_all(w, s->d, leader);
  lane_mask& p = predicate(w, s->extra);
  p = (p & ~w.active) | 1u << leader;
  return s + 1;
}

template <class Op, class T>
const step* redux(warp& w, const step* s) {
  const T* a = row<T>(w, s->a);
  T result = a[first_lane(w.active)];
  for_lanes(w.active & (w.active - 1), [&](unsigned lane) { result = Op::of(result, a[lane]); });
  give_all(w, s->d, static_cast<std::uint32_t>(result));
  return s + 1;
}

template <action Work>
constexpr warp_actions pair{&control::together<Work>, Work};

template <class Op>
warp_actions redux_of(scalar type) {
  if (type == scalar::s32) return pair<&redux<Op, std::int32_t>>;
  if (type == scalar::u32 || type == scalar::b32) return pair<&redux<Op, std::uint32_t>>;
  return {};
}

}  // namespace

warp_actions warp_operation(const ptx::decoded& i) {
  if (!i.has(word::sync)) return {};
  switch (i.operation) {
    case op::shfl:
      return semantics_for_host().shuffle(i);
    case op::vote:
      if (i.has(word::all)) return pair<&vote_all>;
      if (i.has(word::any)) return pair<&vote_any>;
      if (i.has(word::uni)) return pair<&vote_uni>;
      return pair<&vote_ballot>;
    case op::match:
      if (i.has(word::any))
        return i.type == scalar::b64 ? pair<&match_any<std::uint64_t>>
                                     : pair<&match_any<std::uint32_t>>;
      return i.type == scalar::b64 ? pair<&match_all<std::uint64_t>>
                                   : pair<&match_all<std::uint32_t>>;
    case op::elect:
      return pair<&elect>;
    case op::redux:
      if (i.has(word::op_add)) return redux_of<baseline::add_op>(i.type);
      if (i.has(word::op_min)) return redux_of<baseline::min_op>(i.type);
      if (i.has(word::op_max)) return redux_of<baseline::max_op>(i.type);
      if (i.has(word::op_and)) return redux_of<baseline::and_op>(i.type);
      if (i.has(word::op_or)) return redux_of<baseline::or_op>(i.type);
      return redux_of<baseline::xor_op>(i.type);
    default:
      return {};
  }
}

}  // namespace lockstep::simt
