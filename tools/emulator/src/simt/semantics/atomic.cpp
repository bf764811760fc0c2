// Atomic operations and reductions (PTX ISA 9.7.13.5, 9.7.13.6): lane by lane, lowest first, with
// the host's atomics where blocks on other workers may be at the same memory. step::a address, b
// and c operands, d result (unless it is a reduction). Of a vector's elements each is a step, the
// first of which has the number of elements in step::extra.
#include <bit>
#include <cstdint>
#include <type_traits>

#include "simt/semantics/access_types.hpp"
#include "simt/semantics/address.hpp"
#include "simt/semantics/bit_operations.hpp"
#include "simt/semantics/even_addresses.hpp"
#include "simt/semantics/families.hpp"
#include "simt/semantics/floating_operations.hpp"
#include "simt/semantics/forms.hpp"
#include "simt/semantics/half_operations.hpp"
#include "simt/semantics/integer_operations.hpp"
#include "simt/semantics/not_a_number.hpp"
#include "simt/semantics/rounding.hpp"

namespace lockstep::simt::LOCKSTEP_ISA {
namespace {

using ptx::decoded;
using ptx::scalar;
using ptx::word;

template <std::size_t Bytes>
using bits_of = std::conditional_t<Bytes == 2, std::uint16_t,
                                   std::conditional_t<Bytes == 4, std::uint32_t, std::uint64_t>>;

// The new value from the old one, where it is no plain operation of integers or bits; cas is apart.
// Added as an H200 does it: in global memory subnormal f32 values count as 0, and a NaN of f64
// stays as it is; in shared memory neither (9.7.13.5: .noftz is for halves).
template <class T>
T float_sum(T old, T b, bool in_global) {
  if constexpr (!std::is_floating_point_v<T>) {
    return evaluate<fadd_op>(0, old, b);  // halves
  } else if (!in_global) {
    return settled(old + b, b, old);
  } else if constexpr (sizeof(T) == 4) {
    return settled(flushed(flushed(old) + flushed(b)));
  } else {
    return b != b ? b : old != old ? old : settled(old + b);
  }
}
struct float_add_op {};
template <class Op>
struct half_op {
  template <class T>
  static T of(T old, T b) {
    return evaluate<Op>(0, old, b);
  }
};
struct exch_op {
  template <class T>
  static T of(T, T b) {
    return b;
  }
};
struct inc_op {
  template <class T>
  static T of(T old, T b) {
    return old >= b ? T{0} : static_cast<T>(old + 1);
  }
};
struct dec_op {
  template <class T>
  static T of(T old, T b) {
    return old == 0 || old > b ? b : static_cast<T>(old - 1);
  }
};

bool is_floating(scalar type) {
  return type == scalar::f16 || type == scalar::f16x2 || type == scalar::bf16 ||
         type == scalar::bf16x2 || type == scalar::f32 || type == scalar::f64;
}

template <state_space Space>
bool is_global(std::uint64_t address) {
  std::uint64_t offset;
  return Space == state_space::global ||
         (Space == state_space::generic && resolve(address, offset) == state_space::global);
}

// Of a block's own shared memory, which one worker has: nobody else is looking, so that plain loads
// and stores do. Nothing if a lane must be looked at by itself.
template <class Op, class T, class A, bool Returns>
bool update_shared(warp& w, const step* s) {
  lane_addresses a;
  locate<state_space::shared, A, sizeof(T)>(w, s, sizeof(T), access_kind::atomic, a);
  if (!a.in_range) return false;
  const T* b = row<T>(w, s->b);
  T* d = Returns ? row<T>(w, s->d) : nullptr;
  each(w.active, [&](unsigned i) {
    std::byte* const p = a.host_at(a.of(i, sizeof(T)));
    T old;
    __builtin_memcpy(&old, p, sizeof old);
    T changed;
    if constexpr (std::is_same_v<Op, float_add_op>)
      changed = float_sum(old, b[i], false);
    else
      changed = Op::of(old, b[i]);
    __builtin_memcpy(p, &changed, sizeof changed);
    if constexpr (Returns) d[i] = old;
  });
  return true;
}

// Whether the lanes' results together are that of one operation with all operands.
template <class Op, class T>
constexpr bool combines = std::is_integral_v<T> &&
                          (std::is_same_v<Op, add_op> || std::is_same_v<Op, min_op> ||
                           std::is_same_v<Op, max_op> || std::is_same_v<Op, and_op> ||
                           std::is_same_v<Op, or_op> || std::is_same_v<Op, xor_op>);

// Where all lanes of a warp are at one address of global memory, its host address. Otherwise, and
// where something is wrong with it, nullptr.
template <class T, state_space Space, class A>
T* common_address(warp& w, const step* s, const A* address) {
  if (w.active != all_lanes || s->extra != 0 || !are_even(address, all_lanes, address[0], 0))
    return nullptr;
  std::uint64_t at = sum(address[0], s->immediate);
  if (Space == state_space::generic && resolve(at, at) != state_space::global) return nullptr;
  const known_range* known = at % sizeof(T) == 0 ? range_of(w, s, at, at + sizeof(T)) : nullptr;
  return known == nullptr ? nullptr : reinterpret_cast<T*>(at + known->to_host);
}

// The memory is changed once. What the lanes get is what they
// would get one after the other.
template <class Op, class T, bool Returns>
void update_together(warp& w, const step* s, T* p) {
  const T* b = row<T>(w, s->b);
  T all = b[0];
  for (unsigned i = 1; i < lanes_per_warp; ++i) all = Op::of(all, b[i]);
  T old = __atomic_load_n(p, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(p, &old, Op::of(old, all), true, __ATOMIC_SEQ_CST,
                                      __ATOMIC_RELAXED)) {
  }
  if constexpr (Returns) {
    T* d = row<T>(w, s->d);
    for (unsigned i = 0; i < lanes_per_warp; ++i) {
      const T operand = b[i];  // d may be b
      d[i] = old;
      old = Op::of(old, operand);
    }
  }
}

template <class Op, class T, state_space Space, class A, bool Returns>
const step* update(warp& w, const step* s) {
  if constexpr (Space == state_space::shared)
    if (s->extra == 0 && update_shared<Op, T, A, Returns>(w, s)) return s + 1;
  using B = bits_of<sizeof(T)>;
  const A* address = row<A>(w, s->a);
  const T* b = row<T>(w, s->b);
  T* d = Returns ? row<T>(w, s->d) : nullptr;
  const unsigned bytes = sizeof(T) * (s->extra == 0 ? 1 : s->extra);
  if constexpr (Space != state_space::shared && combines<Op, T>)
    if (T* const p = common_address<T, Space>(w, s, address)) {
      update_together<Op, T, Returns>(w, s, p);
      return s + 1;
    }
  each(w.active, [&](unsigned i) {
    const std::uint64_t at = sum(address[i], s->immediate);
    std::byte* const to = (at & (bytes - 1)) != 0
                              ? misplaced(w, s, i, at, bytes, reported(Space), access_kind::atomic)
                              : lane_pointer<Space>(w, s, i, at, sizeof(T), access_kind::atomic);
    auto* p = reinterpret_cast<B*>(to);
    const T operand = b[i];
    const auto changed = [&](T before) {
      if constexpr (std::is_same_v<Op, float_add_op>)
        return float_sum(before, operand, is_global<Space>(at));
      else
        return Op::of(before, operand);
    };
    B old = __atomic_load_n(p, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(p, &old, std::bit_cast<B>(changed(std::bit_cast<T>(old))),
                                        true, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)) {
    }
    if constexpr (Returns) d[i] = std::bit_cast<T>(old);
  });
  return s + 1;
}

template <class T, state_space Space, class A>
const step* compare_and_swap(warp& w, const step* s) {
  const A* address = row<A>(w, s->a);
  const T *compare = row<T>(w, s->b), *swap = row<T>(w, s->c);
  T* d = row<T>(w, s->d);
  each(w.active, [&](unsigned i) {
    const std::uint64_t at = sum(address[i], s->immediate);
    auto* p =
        reinterpret_cast<T*>(any_lane_pointer<Space>(w, s, i, at, sizeof(T), access_kind::atomic));
    T old = compare[i];
    __atomic_compare_exchange_n(p, &old, swap[i], false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    d[i] = old;
  });
  return s + 1;
}

template <class Op, class T, state_space Space, class A>
action update_action(bool returns) {
  if constexpr (std::is_integral_v<T> && sizeof(T) == 2) return nullptr;
  return returns ? &update<Op, T, Space, A, true> : &update<Op, T, Space, A, false>;
}

template <state_space Space, class A>
action in_space(const decoded& i, bool returns) {
  const auto typed = [&]<class Op>(Op) {
    return for_integer(i.type,
                       [&](auto z) { return update_action<Op, decltype(z), Space, A>(returns); });
  };
  const auto bits = [&]<class Op>(Op) {
    return for_bits(i.type,
                    [&](auto z) { return update_action<Op, decltype(z), Space, A>(returns); });
  };
  if (i.has(word::cas)) {
    if (i.type == scalar::b16) return &compare_and_swap<std::uint16_t, Space, A>;
    if (i.type == scalar::b32) return &compare_and_swap<std::uint32_t, Space, A>;
    if (i.type == scalar::b64) return &compare_and_swap<std::uint64_t, Space, A>;
    return nullptr;
  }
  if (i.has(word::op_add)) {
    const auto floats = [&](auto z) {
      return update_action<float_add_op, decltype(z), Space, A>(returns);
    };
    switch (i.type) {
      case scalar::f32:
        return floats(float{});
      case scalar::f64:
        return floats(double{});
      case scalar::f16:
        return floats(half{});
      case scalar::f16x2:
        return floats(packed<half>{});
      case scalar::bf16:
        return floats(brain{});
      case scalar::bf16x2:
        return floats(packed<brain>{});
      default:
        return bits(add_op{});
    }
  }
  if (i.has(word::op_min) || i.has(word::op_max)) {
    const auto halves = [&](auto z) {
      return i.has(word::op_min) ? update_action<half_op<fmin_op>, decltype(z), Space, A>(returns)
                                 : update_action<half_op<fmax_op>, decltype(z), Space, A>(returns);
    };
    switch (i.type) {
      case scalar::f16:
        return halves(half{});
      case scalar::f16x2:
        return halves(packed<half>{});
      case scalar::bf16:
        return halves(brain{});
      case scalar::bf16x2:
        return halves(packed<brain>{});
      default:
        break;
    }
  }
  if (is_floating(i.type)) return nullptr;
  if (i.has(word::op_min)) return typed(min_op{});
  if (i.has(word::op_max)) return typed(max_op{});
  if (i.has(word::op_and)) return bits(and_op{});
  if (i.has(word::op_or)) return bits(or_op{});
  if (i.has(word::op_xor)) return bits(xor_op{});
  if (i.has(word::exch)) return bits(exch_op{});
  if (i.has(word::inc) && i.type == scalar::u32)
    return update_action<inc_op, std::uint32_t, Space, A>(returns);
  if (i.has(word::dec) && i.type == scalar::u32)
    return update_action<dec_op, std::uint32_t, Space, A>(returns);
  return nullptr;
}

}  // namespace

action atomic_action(const decoded& i, const access_form& f, bool returns) {
  if (f.space == state_space::constant) return nullptr;
  return by_address(f, [&](auto at) {
    using kind = decltype(at);
    return in_space<kind::space, typename kind::element>(i, returns);
  });
}

}  // namespace lockstep::simt::LOCKSTEP_ISA
