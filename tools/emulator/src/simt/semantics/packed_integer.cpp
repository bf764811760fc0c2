// Integers side by side in 32 bits: add, min and max of pairs, dot products (PTX ISA 9.7.1.1,
// 9.7.1.11, 9.7.1.12, 9.7.1.22, 9.7.1.23).
#include "simt/semantics/families.hpp"
#include "simt/semantics/forms.hpp"
#include "simt/semantics/integer_operations.hpp"

namespace lockstep::simt::LOCKSTEP_ISA {
namespace {

using ptx::decoded;
using ptx::op;
using ptx::scalar;
using ptx::word;

// Part `i` of x, a signed or unsigned T.
template <class T>
std::int32_t part(std::uint32_t x, unsigned i) {
  return static_cast<T>(x >> (8 * sizeof(T) * i));
}

template <class Op, class T>
struct pairwise_op {
  static std::uint32_t of(std::uint32_t a, std::uint32_t b) {
    const auto half = [&](unsigned i) -> std::uint32_t {
      const auto x = static_cast<T>(part<T>(a, i)), y = static_cast<T>(part<T>(b, i));
      return static_cast<std::uint16_t>(Op::of(x, y));
    };
    return half(1) << 16 | half(0);
  }
};

template <class Op>
action pairwise(const decoded& i) {
  if (i.has(word::relu))
    return i.type == scalar::s16x2 ? &binary<pairwise_op<relu_op<Op>, std::int16_t>, std::uint32_t>
                                   : nullptr;
  return i.type == scalar::s16x2 ? &binary<pairwise_op<Op, std::int16_t>, std::uint32_t>
                                 : &binary<pairwise_op<Op, std::uint16_t>, std::uint32_t>;
}

// c plus the products of `Count` parts of a with as many bytes of b, from byte `First` on.
template <class A, class B, unsigned Count, unsigned First>
struct dot_op {
  static std::uint32_t of(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    for (unsigned i = 0; i < Count; ++i)
      c += static_cast<std::uint32_t>(part<A>(a, i) * part<B>(b, First + i));
    return c;
  }
};

template <class A, class B, unsigned Count, unsigned First>
action dot() {
  return &ternary<dot_op<A, B, Count, First>, std::uint32_t>;
}

// The second type is that of b's bytes.
template <class SignedA, class UnsignedA, unsigned Count, unsigned First>
action dot_product(const decoded& i) {
  if (i.type_count != 2) return nullptr;
  const bool signed_a = i.types[0] == scalar::s32, signed_b = i.types[1] == scalar::s32;
  if ((!signed_a && i.types[0] != scalar::u32) || (!signed_b && i.types[1] != scalar::u32))
    return nullptr;
  if (signed_a)
    return signed_b ? dot<SignedA, std::int8_t, Count, First>()
                    : dot<SignedA, std::uint8_t, Count, First>();
  return signed_b ? dot<UnsignedA, std::int8_t, Count, First>()
                  : dot<UnsignedA, std::uint8_t, Count, First>();
}

}  // namespace

action packed_integer_action(const decoded& i) {
  const bool pair = i.type == scalar::u16x2 || i.type == scalar::s16x2;
  switch (i.operation) {
    case op::add:
      return pair && !i.has(word::sat) ? pairwise<add_op>(i) : nullptr;
    case op::min:
      return pair ? pairwise<min_op>(i) : nullptr;
    case op::max:
      return pair ? pairwise<max_op>(i) : nullptr;
    case op::dp4a:
      return dot_product<std::int8_t, std::uint8_t, 4, 0>(i);
    case op::dp2a:
      if (i.has(word::lo) == i.has(word::hi)) return nullptr;
      return i.has(word::lo) ? dot_product<std::int16_t, std::uint16_t, 2, 0>(i)
                             : dot_product<std::int16_t, std::uint16_t, 2, 2>(i);
    default:
      return nullptr;
  }
}

}  // namespace lockstep::simt::LOCKSTEP_ISA
