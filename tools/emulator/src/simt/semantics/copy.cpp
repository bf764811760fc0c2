// mov, and copies between rows of different width.
#include <cstdint>
#include <type_traits>

#include "simt/semantics/families.hpp"
#include "simt/semantics/lanes.hpp"

namespace lockstep::simt::LOCKSTEP_ISA {
namespace {

template <std::size_t Bytes>
const step* copy(warp& w, const step* s) {
  using T = std::conditional_t<Bytes == 2, std::uint16_t,
                               std::conditional_t<Bytes == 4, std::uint32_t, std::uint64_t>>;
  const T* a = row<T>(w, s->a);
  write<T>(w, s->d, [=](unsigned i) { return a[i]; });
  return s + 1;
}

template <class D, class S>
const step* resize(warp& w, const step* s) {
  const S* a = row<S>(w, s->a);
  write<D>(w, s->d, [=](unsigned i) { return static_cast<D>(a[i]); });
  return s + 1;
}

}  // namespace

action copy_action(std::uint8_t bytes) {
  return bytes == 2 ? &copy<2> : bytes == 4 ? &copy<4> : &copy<8>;
}

action widen_action(std::uint8_t to, std::uint8_t from, bool sign) {
  const auto pair = [&](auto s) -> action {
    using S = decltype(s);
    if (to == 1) return &resize<std::uint8_t, S>;
    if (to == 2) return &resize<std::uint16_t, S>;
    return to == 4 ? &resize<std::uint32_t, S> : &resize<std::uint64_t, S>;
  };
  if (from == 1) return sign ? pair(std::int8_t{}) : pair(std::uint8_t{});
  if (from == 2) return sign ? pair(std::int16_t{}) : pair(std::uint16_t{});
  if (from == 4) return sign ? pair(std::int32_t{}) : pair(std::uint32_t{});
  return pair(std::uint64_t{});
}

}  // namespace lockstep::simt::LOCKSTEP_ISA
