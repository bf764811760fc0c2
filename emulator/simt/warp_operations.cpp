#include "simt/warp_operations.hpp"

#include <algorithm>
#include <type_traits>

#include "simt/control.hpp"

namespace lockstep::simt {
namespace {

using ptx::op;
using ptx::scalar;
using ptx::word;

enum class shuffle { up, down, butterfly, index };

// Source lane of each mode, in the words of the ISA manual: c = clamp and segment mask.
template <shuffle Mode>
const step* shfl(warp& w, const step* s) {
  const auto *a = row<std::uint32_t>(w, s->a), *b = row<std::uint32_t>(w, s->b);
  const auto* c = row<std::uint32_t>(w, static_cast<std::uint32_t>(s->immediate));
  std::uint32_t value[lane_count];
  std::copy(a, a + lane_count, value);
  auto* d = row<std::uint32_t>(w, s->d);
  lane_mask in_range = 0;
  for (unsigned lane = 0; lane < lane_count; ++lane) {
    const int b_value = static_cast<int>(b[lane] & 31), clamp = static_cast<int>(c[lane] & 31),
              segment = static_cast<int>(c[lane] >> 8 & 31);
    const int here = static_cast<int>(lane);
    const int highest = (here & segment) | (clamp & ~segment), lowest = here & segment;
    int from;
    bool inside;
    if constexpr (Mode == shuffle::up) {
      from = here - b_value;
      inside = from >= highest;
    } else if constexpr (Mode == shuffle::down) {
      from = here + b_value;
      inside = from <= highest;
    } else if constexpr (Mode == shuffle::butterfly) {
      from = here ^ b_value;
      inside = from <= highest;
    } else {
      from = lowest | (b_value & ~segment);
      inside = from <= highest;
    }
    if (!inside) from = here;
    in_range |= static_cast<lane_mask>(inside) << lane;
    if ((w.active >> lane & 1) != 0) d[lane] = value[from & 31];
  }
  if (s->extra != no_predicate) {
    lane_mask& p = predicate(w, s->extra);
    p = (p & ~w.active) | (in_range & w.active);
  }
  return s + 1;
}

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
  for (lane_mask rest = w.active; rest != 0; rest &= rest - 1) out[__builtin_ctz(rest)] = value;
}

const step* vote_ballot(warp& w, const step* s) {
  give_all(w, s->d, voters(w, s));
  return s + 1;
}

template <class T>
const step* match_any(warp& w, const step* s) {
  const T* a = row<T>(w, s->a);
  lane_mask same[lane_count] = {};
  for (unsigned i = 0; i < lane_count; ++i) {
    for (unsigned j = 0; j < lane_count; ++j)
      same[i] |= static_cast<lane_mask>((w.active >> j & 1) != 0 && a[j] == a[i]) << j;
  }
  auto* d = row<std::uint32_t>(w, s->d);
  for (lane_mask rest = w.active; rest != 0; rest &= rest - 1)
    d[__builtin_ctz(rest)] = same[__builtin_ctz(rest)];
  return s + 1;
}

template <class T>
const step* match_all(warp& w, const step* s) {
  const T* a = row<T>(w, s->a);
  const T first = a[__builtin_ctz(w.active)];
  bool equal = true;
  for (lane_mask rest = w.active; rest != 0; rest &= rest - 1)
    equal = equal && a[__builtin_ctz(rest)] == first;
  give_all(w, s->d, equal ? w.active : 0);
  if (s->extra != no_predicate) give(w, s->extra, equal);
  return s + 1;
}

struct r_add {
  template <class T>
  static T of(T a, T b) {
    return static_cast<T>(static_cast<std::uint32_t>(a) + static_cast<std::uint32_t>(b));
  }
};
struct r_min {
  template <class T>
  static T of(T a, T b) {
    return std::min(a, b);
  }
};
struct r_max {
  template <class T>
  static T of(T a, T b) {
    return std::max(a, b);
  }
};
struct r_and {
  template <class T>
  static T of(T a, T b) {
    return a & b;
  }
};
struct r_or {
  template <class T>
  static T of(T a, T b) {
    return a | b;
  }
};
struct r_xor {
  template <class T>
  static T of(T a, T b) {
    return a ^ b;
  }
};

template <class Op, class T>
const step* redux(warp& w, const step* s) {
  const T* a = row<T>(w, s->a);
  lane_mask rest = w.active;
  T result = a[__builtin_ctz(rest)];
  for (rest &= rest - 1; rest != 0; rest &= rest - 1)
    result = Op::of(result, a[__builtin_ctz(rest)]);
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
      if (i.has(word::up)) return pair<&shfl<shuffle::up>>;
      if (i.has(word::down)) return pair<&shfl<shuffle::down>>;
      if (i.has(word::bfly)) return pair<&shfl<shuffle::butterfly>>;
      return pair<&shfl<shuffle::index>>;
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
    case op::redux:
      if (i.has(word::op_add)) return redux_of<r_add>(i.type);
      if (i.has(word::op_min)) return redux_of<r_min>(i.type);
      if (i.has(word::op_max)) return redux_of<r_max>(i.type);
      if (i.has(word::op_and)) return redux_of<r_and>(i.type);
      if (i.has(word::op_or)) return redux_of<r_or>(i.type);
      return redux_of<r_xor>(i.type);
    default:
      return {};
  }
}

}  // namespace lockstep::simt
