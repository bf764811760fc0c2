// cvt to and from pairs of narrow floats, and cvt.pack of integers (PTX ISA 9.7.9.21, 9.7.9.22). Of
// two sources the first, row a, goes into the upper half; row b into the lower. step::immediate
// holds float_flags.
#include "simt/semantics/families.hpp"
#include "simt/semantics/integer_operations.hpp"
#include "simt/semantics/lanes.hpp"
#include "simt/semantics/narrow_float.hpp"

namespace lockstep::simt::LOCKSTEP_ISA {
namespace {

using ptx::decoded;
using ptx::scalar;
using ptx::word;

template <class Narrow>
Narrow narrowed(double x, std::uint64_t flags) {
  return Narrow::rounded((flags & flag_relu) != 0 ? rectified(x) : x, flags);
}

template <class Narrow>
const step* pack_floats(warp& w, const step* s) {
  const auto *a = row<float>(w, s->a), *b = row<float>(w, s->b);
  const std::uint64_t flags = s->immediate;
  write<packed<Narrow>>(w, s->d, [=](unsigned i) {
    return packed<Narrow>{narrowed<Narrow>(b[i], flags), narrowed<Narrow>(a[i], flags)};
  });
  return s + 1;
}

template <class D, class S>
const step* convert_pair(warp& w, const step* s) {
  const auto* a = row<packed<S>>(w, s->a);
  const std::uint64_t flags = s->immediate;
  write<packed<D>>(w, s->d, [=](unsigned i) {
    return packed<D>{narrowed<D>(a[i].low.value(), flags), narrowed<D>(a[i].high.value(), flags)};
  });
  return s + 1;
}

action from_floats(scalar to) {
  switch (to) {
    case scalar::f16x2:
      return &pack_floats<half>;
    case scalar::bf16x2:
      return &pack_floats<brain>;
    case scalar::e4m3x2:
      return &pack_floats<float_e4m3>;
    case scalar::e5m2x2:
      return &pack_floats<float_e5m2>;
    default:
      return nullptr;
  }
}

action between_pairs(scalar to, scalar from) {
  if (to == scalar::e4m3x2 && from == scalar::f16x2) return &convert_pair<float_e4m3, half>;
  if (to == scalar::e5m2x2 && from == scalar::f16x2) return &convert_pair<float_e5m2, half>;
  if (to == scalar::f16x2 && from == scalar::e4m3x2) return &convert_pair<half, float_e4m3>;
  if (to == scalar::f16x2 && from == scalar::e5m2x2) return &convert_pair<half, float_e5m2>;
  return nullptr;
}

// cvt.pack.sat: both integers clamped, and put below the bits of row c that stay.
template <class T, bool HasRest>
const step* pack_integers(warp& w, const step* s) {
  const auto *a = row<std::int32_t>(w, s->a), *b = row<std::int32_t>(w, s->b);
  const auto* c = row<std::uint32_t>(w, s->c);
  constexpr unsigned bits = 8 * sizeof(T);
  constexpr std::uint32_t mask = (1u << bits) - 1;
  write<std::uint32_t>(w, s->d, [=](unsigned i) {
    const std::uint32_t pair = (static_cast<std::uint32_t>(clamped<T>(a[i])) & mask) << bits |
                               (static_cast<std::uint32_t>(clamped<T>(b[i])) & mask);
    if constexpr (HasRest) return c[i] << 2 * bits | pair;
    return pair;
  });
  return s + 1;
}

action integer_pack(const decoded& i) {
  if (i.types[1] != scalar::s32 || !i.has(word::sat)) return nullptr;
  const bool rest = i.type_count == 3 && i.source->operands.size() == 4;
  switch (i.types[0]) {
    case scalar::u16:
      return rest ? nullptr : &pack_integers<std::uint16_t, false>;
    case scalar::s16:
      return rest ? nullptr : &pack_integers<std::int16_t, false>;
    case scalar::u8:
      return rest ? &pack_integers<std::uint8_t, true> : nullptr;
    case scalar::s8:
      return rest ? &pack_integers<std::int8_t, true> : nullptr;
    default:
      return nullptr;
  }
}

}  // namespace

action packed_conversion_action(const decoded& i) {
  if (i.has(word::pack)) return i.source->operands.size() >= 3 ? integer_pack(i) : nullptr;
  if (i.type_count != 2) return nullptr;
  if (i.source->operands.size() == 3)
    return i.types[1] == scalar::f32 ? from_floats(i.types[0]) : nullptr;
  return between_pairs(i.types[0], i.types[1]);
}

}  // namespace lockstep::simt::LOCKSTEP_ISA
