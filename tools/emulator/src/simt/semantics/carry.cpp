// Extended precision: add.cc, addc, sub.cc, subc, mad.cc, madc (PTX ISA 9.7.2). The condition code
// is a carry per lane: a predicate whose row is step::extra. A subtraction adds the complement, so
// it leaves a carry where nothing is borrowed. Only a mixed chain shows which of the two is kept,
// and nvcc's own division of 128 bits has one: it adds with what a subtraction left.
#include "simt/semantics/families.hpp"
#include "simt/semantics/forms.hpp"
#include "simt/semantics/integer_operations.hpp"

namespace lockstep::simt::LOCKSTEP_ISA {
namespace {

using ptx::decoded;
using ptx::op;
using ptx::scalar;
using ptx::word;

template <class T, bool Subtract, bool In, bool Out>
const step* with_carry(warp& w, const step* s) {
  const T *a = row<T>(w, s->a), *b = row<T>(w, s->b);
  T* d = row<T>(w, s->d);
  lane_mask& flag = predicate(w, s->extra);
  each(w.active, [&](unsigned i) {
    const T x = a[i], y = static_cast<T>(Subtract ? ~b[i] : b[i]);
    const T in = In ? flag >> i & 1 : Subtract;
    const T sum = static_cast<T>(x + y + in);
    const bool out = sum < x || (in != 0 && sum == x);
    d[i] = sum;
    if constexpr (Out) flag = (flag & ~(1u << i)) | static_cast<lane_mask>(out) << i;
  });
  return s + 1;
}

// mad{c}.{lo,hi}{.cc}: immediate bit 0 high half, bit 1 carry in, bit 2 carry out.
template <class Product, class T = std::make_unsigned_t<Product>>
const step* multiply_add_carry(warp& w, const step* s) {
  const T *a = row<T>(w, s->a), *b = row<T>(w, s->b), *c = row<T>(w, s->c);
  T* d = row<T>(w, s->d);
  lane_mask& flag = predicate(w, s->extra);
  const bool high = (s->immediate & 1) != 0, in = (s->immediate & 2) != 0,
             out = (s->immediate & 4) != 0;
  each(w.active, [&](unsigned i) {
    const T product =
        high ? static_cast<T>(mul_hi_op::of(static_cast<Product>(a[i]), static_cast<Product>(b[i])))
             : mul_lo_op::of(a[i], b[i]);
    const auto sum = static_cast<unsigned __int128>(product) + c[i] + (in ? flag >> i & 1 : 0);
    d[i] = static_cast<T>(sum);
    if (out) flag = (flag & ~(1u << i)) | static_cast<lane_mask>(sum >> (8 * sizeof(T)) & 1) << i;
  });
  return s + 1;
}

template <class T, bool Subtract>
action chain(bool in, bool out) {
  if (in) return out ? &with_carry<T, Subtract, true, true> : &with_carry<T, Subtract, true, false>;
  return &with_carry<T, Subtract, false, true>;
}

template <bool Subtract>
action extended(const decoded& i, bool in) {
  const bool out = i.has(word::cc);
  if (ptx::size_of(i.type) == 4) return chain<std::uint32_t, Subtract>(in, out);
  if (ptx::size_of(i.type) == 8) return chain<std::uint64_t, Subtract>(in, out);
  return nullptr;
}

action multiply_add(const decoded& i) {
  return for_integer(i.type, [](auto z) -> action {
    if constexpr (sizeof(z) >= 4)
      return &multiply_add_carry<decltype(z)>;
    else
      return nullptr;
  });
}

}  // namespace

action carry_action(const decoded& i) {
  switch (i.operation) {
    case op::add:
      return extended<false>(i, false);
    case op::sub:
      return extended<true>(i, false);
    case op::addc:
      return extended<false>(i, true);
    case op::subc:
      return extended<true>(i, true);
    case op::mad:
    case op::madc:
      return multiply_add(i);
    default:
      return nullptr;
  }
}

}  // namespace lockstep::simt::LOCKSTEP_ISA
