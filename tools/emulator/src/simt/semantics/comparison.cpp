// Comparison and selection (PTX ISA 9.7.6).
// setp:  d = a ? b, combined with the predicate in row c; the second destination, of the negated
// comparison, is row `extra`. See setp_form. set:   d = all ones (or 1.0f) where the comparison
// holds. selp:  d = c ? a : b, c a predicate.  slct: d = c >= 0 ? a : b.
#include <cmath>
#include <cstdint>
#include <type_traits>

#include "simt/semantics/families.hpp"
#include "simt/semantics/forms.hpp"
#include "simt/semantics/narrow_float.hpp"
#include "simt/semantics/setp_form.hpp"

namespace lockstep::simt::LOCKSTEP_ISA {
namespace {

using ptx::decoded;
using ptx::op;
using ptx::scalar;
using ptx::word;

struct eq {
  template <class T>
  static bool of(T a, T b) {
    return a == b;
  }
};
struct ne {
  template <class T>
  static bool of(T a, T b) {
    if constexpr (std::is_integral_v<T>) return a != b;
    return a < b || b < a;  // ordered: false for NaN
  }
};
struct lt {
  template <class T>
  static bool of(T a, T b) {
    return a < b;
  }
};
struct le {
  template <class T>
  static bool of(T a, T b) {
    return a <= b;
  }
};
struct gt {
  template <class T>
  static bool of(T a, T b) {
    return a > b;
  }
};
struct ge {
  template <class T>
  static bool of(T a, T b) {
    return a >= b;
  }
};
struct equ {
  template <class T>
  static bool of(T a, T b) {
    return !ne::of(a, b);
  }
};
struct neu {
  template <class T>
  static bool of(T a, T b) {
    return a != b;
  }
};
struct ltu {
  template <class T>
  static bool of(T a, T b) {
    return !(a >= b);
  }
};
struct leu {
  template <class T>
  static bool of(T a, T b) {
    return !(a > b);
  }
};
struct gtu {
  template <class T>
  static bool of(T a, T b) {
    return !(a <= b);
  }
};
struct geu {
  template <class T>
  static bool of(T a, T b) {
    return !(a < b);
  }
};
struct num {
  template <class T>
  static bool of(T a, T b) {
    return a == a && b == b;
  }
};
struct nan {
  template <class T>
  static bool of(T a, T b) {
    return a != a || b != b;
  }
};

// What is compared of an operand: its value; of a pair the half that is asked for.
template <class T>
auto comparable(T x, bool ftz, bool) {
  if constexpr (is_narrow<T>)
    return (ftz ? flushed(x) : x).value();
  else if constexpr (std::is_floating_point_v<T>)
    return ftz ? flushed(x) : x;
  else
    return x;
}
template <class Narrow>
double comparable(packed<Narrow> x, bool ftz, bool high) {
  return comparable(high ? x.high : x.low, ftz, false);
}

template <class Op, class T>
inline __attribute__((always_inline)) lane_mask compare(const warp& w, const step* s, bool ftz,
                                                        bool high = false) {
  const T *a = row<T>(w, s->a), *b = row<T>(w, s->b);
  using compared = decltype(comparable(T{}, ftz, high));
  if (!ftz)
    return collect<compared>([=](unsigned i) {
      return Op::of(comparable(a[i], false, high), comparable(b[i], false, high));
    });
  return collect<compared>([=](unsigned i) {
    return Op::of(comparable(a[i], true, high), comparable(b[i], true, high));
  });
}

lane_mask combined(const warp& w, const step* s, const setp_form& form, lane_mask holds) {
  if (form.combine == setp_form::no_combine) return holds;
  const lane_mask c = form.negate_c ? ~predicate(w, s->c) : predicate(w, s->c);
  switch (form.combine) {
    case setp_form::with_and:
      return holds & c;
    case setp_form::with_or:
      return holds | c;
    default:
      return holds ^ c;
  }
}

// The usual case: one destination, no second predicate.
template <class Op, class T>
const step* set_simple(warp& w, const step* s) {
  set_predicate(w, s->d, compare<Op, T>(w, s, false));
  return proceed(w, s);
}

// The second destination is that of the negated comparison, or of the upper half.
template <class Op, class T>
const step* set_combined(warp& w, const step* s) {
  const setp_form form = setp_form::unpack(s->immediate);
  const lane_mask holds = compare<Op, T>(w, s, form.ftz);
  const lane_mask other = is_packed<T> ? compare<Op, T>(w, s, form.ftz, true) : ~holds;
  const lane_mask first = combined(w, s, form, holds), second = combined(w, s, form, other);
  if (form.has_first) set_predicate(w, s->d, first);
  if (form.has_second) set_predicate(w, s->extra, second);
  return s + 1;
}

// `yes` of the form where the comparison holds, otherwise 0; of a pair in each half.
template <class Op, class T, class D>
const step* set_value(warp& w, const step* s) {
  const setp_form form = setp_form::unpack(s->immediate);
  const lane_mask low = combined(w, s, form, compare<Op, T>(w, s, form.ftz));
  const lane_mask high =
      is_packed<T> ? combined(w, s, form, compare<Op, T>(w, s, form.ftz, true)) : 0;
  const std::uint32_t yes = form.yes;
  write<D>(w, s->d, [=](unsigned i) {
    return static_cast<D>(((low >> i & 1) != 0 ? yes : 0u) |
                          ((high >> i & 1) != 0 ? yes << 16 : 0u));
  });
  return s + 1;
}

enum class result { simple, combined, value, value_16 };

template <class Op, class T>
action form_of(result r) {
  switch (r) {
    case result::simple:
      return &set_simple<Op, T>;
    case result::combined:
      return &set_combined<Op, T>;
    case result::value_16:
      return &set_value<Op, T, std::uint16_t>;
    default:
      return &set_value<Op, T, std::uint32_t>;
  }
}

template <class T>
action integer_comparison(const decoded& i, result r) {
  if (i.has(word::eq)) return form_of<eq, T>(r);
  if (i.has(word::ne)) return form_of<ne, T>(r);
  if (i.has(word::lt) || i.has(word::lo)) return form_of<lt, T>(r);
  if (i.has(word::le) || i.has(word::ls)) return form_of<le, T>(r);
  if (i.has(word::gt) || i.has(word::hi)) return form_of<gt, T>(r);
  if (i.has(word::ge) || i.has(word::hs)) return form_of<ge, T>(r);
  return nullptr;
}

template <class T>
action float_comparison(const decoded& i, result r) {
  if (i.has(word::equ)) return form_of<equ, T>(r);
  if (i.has(word::neu)) return form_of<neu, T>(r);
  if (i.has(word::ltu)) return form_of<ltu, T>(r);
  if (i.has(word::leu)) return form_of<leu, T>(r);
  if (i.has(word::gtu)) return form_of<gtu, T>(r);
  if (i.has(word::geu)) return form_of<geu, T>(r);
  if (i.has(word::num)) return form_of<num, T>(r);
  if (i.has(word::nan)) return form_of<nan, T>(r);
  return integer_comparison<T>(i, r);
}

action comparison_of(scalar type, const decoded& i, result r) {
  switch (type) {
    case scalar::f32:
      return float_comparison<float>(i, r);
    case scalar::f64:
      return float_comparison<double>(i, r);
    case scalar::f16:
      return float_comparison<half>(i, r);
    case scalar::bf16:
      return float_comparison<brain>(i, r);
    case scalar::f16x2:
      return float_comparison<packed<half>>(i, r);
    case scalar::bf16x2:
      return float_comparison<packed<brain>>(i, r);
    default:
      return for_integer(
          type, [&](auto zero) -> action { return integer_comparison<decltype(zero)>(i, r); });
  }
}

template <class T>
const step* select(warp& w, const step* s) {
  const T *a = row<T>(w, s->a), *b = row<T>(w, s->b);
  const lane_mask c =
      predicate(w, s->c) ^ static_cast<lane_mask>(s->immediate);  // all ones: negated
  write<T>(w, s->d, [=](unsigned i) { return (c >> i & 1) != 0 ? a[i] : b[i]; });
  return s + 1;
}

template <class T, class C>
const step* select_by_sign(warp& w, const step* s) {
  const T *a = row<T>(w, s->a), *b = row<T>(w, s->b);
  const C* c = row<C>(w, s->c);
  const bool ftz = s->immediate != 0;
  write<T>(w, s->d, [=](unsigned i) { return comparable(c[i], ftz, false) >= C{0} ? a[i] : b[i]; });
  return s + 1;
}

template <class C>
action select_by(scalar type) {
  return for_bits(type, [](auto z) -> action { return &select_by_sign<decltype(z), C>; });
}

template <class T>
bool has_property(T x, std::uint64_t which) {
  switch (which) {
    case 0:
      return std::isfinite(x);
    case 1:
      return std::isinf(x);
    case 2:
      return !std::isnan(x);
    case 3:
      return std::isnan(x);
    case 4:
      return std::isnormal(x) || x == 0;  // as an H200 has it
    default:
      return std::fpclassify(x) == FP_SUBNORMAL;
  }
}

template <class T>
const step* test_property(warp& w, const step* s) {
  const T* a = row<T>(w, s->a);
  const std::uint64_t which = s->immediate;
  set_predicate(w, s->d, collect<T>([=](unsigned i) { return has_property(a[i], which); }));
  return s + 1;
}

}  // namespace

action comparison_action(const decoded& i) {
  switch (i.operation) {
    case op::setp: {
      const bool simple = !i.has(word::op_and) && !i.has(word::op_or) && !i.has(word::op_xor) &&
                          !i.has(word::ftz) && i.source->operands[0].elements.empty() &&
                          i.source->operands[0].kind == ptx::operand::kind_t::reg;
      return comparison_of(i.type, i, simple ? result::simple : result::combined);
    }
    case op::set:
      if (i.type_count != 2) return nullptr;
      return comparison_of(i.types[1], i,
                           ptx::size_of(i.types[0]) == 2 ? result::value_16 : result::value);
    case op::selp:
      return for_bits(i.type, [](auto z) -> action { return &select<decltype(z)>; });
    case op::slct:
      if (i.types[1] == scalar::s32) return select_by<std::int32_t>(i.types[0]);
      if (i.types[1] == scalar::f32) return select_by<float>(i.types[0]);
      return nullptr;
    case op::testp:
      if (i.type == scalar::f32) return &test_property<float>;
      if (i.type == scalar::f64) return &test_property<double>;
      return nullptr;
    default:
      return nullptr;
  }
}

}  // namespace lockstep::simt::LOCKSTEP_ISA
