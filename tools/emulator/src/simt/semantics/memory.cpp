// Loads and stores (PTX ISA 9.7.9.8, 9.7.9.11). step::a is the address row, step::immediate the
// offset, step::d (load) or step::b (store) the other operand; vectors are in vector_access.cpp.
//
// Order and scope: the host's loads and stores are acquire and release already (x86-64), and blocks
// run on few threads; so .volatile, .relaxed, .acquire and .release need no more than what the
// compiler must not tear or drop. Fences are real (see control.cpp).
#include <cstdint>
#include <cstring>

#include "simt/semantics/access_counts.hpp"
#include "simt/semantics/access_types.hpp"
#include "simt/semantics/address.hpp"
#include "simt/semantics/families.hpp"
#include "simt/semantics/semantics.hpp"
#include "simt/semantics/shared_halves.hpp"

namespace lockstep::simt::LOCKSTEP_ISA {
namespace {

template <class M>
inline M read(const std::byte* from) {
  M value;
  __builtin_memcpy(&value, from, sizeof value);
  return value;
}

template <state_space Space, class M, class R, bool Counting>
constexpr bool takes_halves = Space == state_space::shared&& std::is_same_v<M, R> &&
                              sizeof(M) >= 4 && (!Counting || counts_halves<M>);

// The work is apart from the action, so that the action may end in a jump (see `proceed`): its
// frame with the addresses is gone by then.
//
// M: what is in memory (its sign says how to widen); R: the register's element.
template <state_space Space, class M, class R, class A, bool Counting>
void load_rows(warp& w, const step* s) {
  if constexpr (takes_halves<Space, M, R, Counting>)
    if (load_halves<M, A, Counting>(w, s)) return;
  lane_addresses a;
  locate<Space, A, sizeof(M)>(w, s, sizeof(M), access_kind::read, a);
  if constexpr (Counting) count_access<Space>(w, s, a, sizeof(M));
  R* d = row<R>(w, s->d);
  if (!a.in_range) {
    each(w.active, [&](unsigned i) {
      d[i] = static_cast<R>(read<M>(
          any_lane_pointer<Space>(w, s, i, a.of(i, sizeof(M)), sizeof(M), access_kind::read)));
    });
  } else if (a.consecutive) {
    const std::byte* from = a.host_at(a.first);
    for (unsigned i = 0; i < lanes_per_warp; ++i)
      d[i] = static_cast<R>(read<M>(from + i * sizeof(M)));
  } else if (w.active == all_lanes) {
    for (unsigned i = 0; i < lanes_per_warp; ++i)
      d[i] = static_cast<R>(read<M>(a.template host<Space>(i)));
  } else {
    each(w.active, [&](unsigned i) { d[i] = static_cast<R>(read<M>(a.template host<Space>(i))); });
  }
}

template <state_space Space, class M, class R, class A, bool Counting>
const step* load(warp& w, const step* s) {
  load_rows<Space, M, R, A, Counting>(w, s);
  return proceed(w, s);
}

template <state_space Space, class M, class R, class A, bool Counting>
void store_rows(warp& w, const step* s) {
  if constexpr (takes_halves<Space, M, R, Counting>)
    if (store_halves<M, A, Counting>(w, s)) return;
  lane_addresses a;
  locate<Space, A, sizeof(M)>(w, s, sizeof(M), access_kind::write, a);
  if constexpr (Counting) count_access<Space>(w, s, a, sizeof(M));
  const R* b = row<R>(w, s->b);
  const auto put = [](std::byte* to, R value) {
    const M narrow = static_cast<M>(value);
    __builtin_memcpy(to, &narrow, sizeof narrow);
  };
  if (!a.in_range) {
    std::byte* to[lanes_per_warp];
    each(w.active, [&](unsigned i) {
      to[i] = any_lane_pointer<Space>(w, s, i, a.of(i, sizeof(M)), sizeof(M), access_kind::write);
    });
    each_as_stored<sizeof(M)>(w.active, [&](unsigned i) { put(to[i], b[i]); });
  } else if (a.consecutive) {
    std::byte* to = a.host_at(a.first);
    if constexpr (sizeof(M) == sizeof(R))
      __builtin_memcpy(to, b, sizeof(R) * lanes_per_warp);
    else
      for (unsigned i = 0; i < lanes_per_warp; ++i) put(to + i * sizeof(M), b[i]);
  } else if (w.active == all_lanes) {  // in the order of each_as_stored, without a look at the mask
    constexpr unsigned together = sizeof(M) <= 4 ? lanes_per_warp : 128 / sizeof(M);
    for (unsigned first = 0; first < lanes_per_warp; first += together)
      for (unsigned i = first + together; i-- > first;) put(a.template host<Space>(i), b[i]);
  } else {
    each_as_stored<sizeof(M)>(w.active, [&](unsigned i) { put(a.template host<Space>(i), b[i]); });
  }
}

template <state_space Space, class M, class R, class A, bool Counting>
const step* store(warp& w, const step* s) {
  store_rows<Space, M, R, A, Counting>(w, s);
  return proceed(w, s);
}

template <bool Store>
action scalar_access(const access_form& f) {
  return by_address(f, [&](auto at) {
    const bool sign = f.is_signed && !Store && f.bytes < f.register_bytes;
    return by_element(f.bytes, sign, f.register_bytes, [&](auto memory, auto element) -> action {
      using M = decltype(memory);
      using R = decltype(element);
      using A = typename decltype(at)::element;
      constexpr state_space space = decltype(at)::space;
      if constexpr (Store)
        return f.counting ? &store<space, M, R, A, true> : &store<space, M, R, A, false>;
      else
        return f.counting ? &load<space, M, R, A, true> : &load<space, M, R, A, false>;
    });
  });
}

}  // namespace

action load_action(const access_form& f) {
  return f.elements > 1 ? vector_load_action(f) : scalar_access<false>(f);
}
action store_action(const access_form& f) {
  return f.elements > 1 ? vector_store_action(f) : scalar_access<true>(f);
}

}  // namespace lockstep::simt::LOCKSTEP_ISA
