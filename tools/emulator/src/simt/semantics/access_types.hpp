// From what an access is, as known when a program is translated, to the types of its template.
#pragma once

#include <cstdint>
#include <type_traits>

#include "simt/semantics/semantics.hpp"

namespace lockstep::simt::LOCKSTEP_ISA {

// A state space, and the element of the row that holds the addresses.
template <ptx::state_space Space, class Address>
struct address_type {
  static constexpr ptx::state_space space = Space;
  using element = Address;
};

// make(address_type). Nullptr for a space without loads and stores.
template <class Make>
action by_address(const access_form& f, Make make) {
  using ptx::state_space;
  switch (f.space) {
    case state_space::global:
    case state_space::constant:
      return make(address_type<state_space::global, std::uint64_t>{});
    case state_space::shared:
      return f.narrow_address ? make(address_type<state_space::shared, std::uint32_t>{})
                              : make(address_type<state_space::shared, std::uint64_t>{});
    case state_space::generic:
      return make(address_type<state_space::generic, std::uint64_t>{});
    default:
      return nullptr;
  }
}

// visit(M{}, R{}): the type of what is in memory, whose sign says how to widen it, and that of the
// register's element, which is as wide or wider. Otherwise what `visit` gives by itself: nullptr,
// or nothing.
template <class M, class Visit>
auto by_register(unsigned register_bytes, Visit visit) -> decltype(visit(M{}, M{})) {
  constexpr bool sign = std::is_signed_v<M>;
  if (register_bytes == 8)
    return visit(M{}, std::conditional_t<sign, std::int64_t, std::uint64_t>{});
  if constexpr (sizeof(M) <= 4) {
    if (register_bytes == 4)
      return visit(M{}, std::conditional_t<sign, std::int32_t, std::uint32_t>{});
  }
  if constexpr (sizeof(M) <= 2) {
    if (register_bytes == 2)
      return visit(M{}, std::conditional_t<sign, std::int16_t, std::uint16_t>{});
  }
  return decltype(visit(M{}, M{}))();
}

template <class Visit>
auto by_element(unsigned bytes, bool sign, unsigned register_bytes, Visit visit)
    -> decltype(visit(std::uint64_t{}, std::uint64_t{})) {
  switch (bytes) {
    case 1:
      return sign ? by_register<std::int8_t>(register_bytes, visit)
                  : by_register<std::uint8_t>(register_bytes, visit);
    case 2:
      return sign ? by_register<std::int16_t>(register_bytes, visit)
                  : by_register<std::uint16_t>(register_bytes, visit);
    case 4:
      return sign ? by_register<std::int32_t>(register_bytes, visit)
                  : by_register<std::uint32_t>(register_bytes, visit);
    case 8:
      return by_register<std::uint64_t>(register_bytes, visit);
    default:
      return decltype(visit(std::uint64_t{}, std::uint64_t{}))();
  }
}

}  // namespace lockstep::simt::LOCKSTEP_ISA
