// Comparison and selection (PTX ISA 9.7.6).
// setp:  d = a ? b, combined with the predicate in row c; the second destination, of the negated
// comparison, is row `extra`. See setp_form. set:   d = all ones (or 1.0f) where the comparison
// holds. selp:  d = c ? a : b, c a predicate.  slct: d = c >= 0 ? a : b.
#include <cmath>
#include <cstdint>

#include "simt/semantics/rounding.hpp"
#include "simt/semantics/semantics.hpp"
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
    return a < b || b < a;
  }
};  // ordered: false for NaN
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

template <class Op, class T>
lane_mask compare(const warp& w, const step* s, bool ftz) {
  const T *a = row<T>(w, s->a), *b = row<T>(w, s->b);
  if constexpr (std::is_floating_point_v<T>) {
    if (ftz) return collect([=](unsigned i) { return Op::of(flushed(a[i]), flushed(b[i])); });
  }
  return collect([=](unsigned i) { return Op::of(a[i], b[i]); });
}

// The usual case: one destination, no second predicate.
template <class Op, class T>
const step* set_simple(warp& w, const step* s) {
  set_predicate(w, s->d, compare<Op, T>(w, s, false));
  return s + 1;
}

template <class Op, class T>
const step* set_combined(warp& w, const step* s) {
  const setp_form form = setp_form::unpack(s->immediate);
  const lane_mask holds = compare<Op, T>(w, s, form.ftz);
  lane_mask other = form.combine == setp_form::no_combine ? 0 : predicate(w, s->c);
  if (form.negate_c) other = ~other;
  const auto combined = [&](lane_mask value) {
    switch (form.combine) {
      case setp_form::with_and:
        return value & other;
      case setp_form::with_or:
        return value | other;
      case setp_form::with_xor:
        return value ^ other;
      default:
        return value;
    }
  };
  if (form.has_first) set_predicate(w, s->d, combined(holds));
  if (form.has_second) set_predicate(w, s->extra, combined(~holds));
  return s + 1;
}

template <class Op, class T>
const step* set_value(warp& w, const step* s) {
  const setp_form form = setp_form::unpack(s->immediate);
  lane_mask holds = compare<Op, T>(w, s, form.ftz);
  if (form.combine != setp_form::no_combine) {
    const lane_mask c = form.negate_c ? ~predicate(w, s->c) : predicate(w, s->c);
    holds = form.combine == setp_form::with_and  ? holds & c
            : form.combine == setp_form::with_or ? holds | c
                                                 : holds ^ c;
  }
  const std::uint32_t yes = form.float_result ? 0x3f800000u : ~0u;
  write<std::uint32_t>(w, s->d, [=](unsigned i) { return (holds >> i & 1) != 0 ? yes : 0u; });
  return s + 1;
}

enum class result { simple, combined, value };

template <class Op, class T>
action form_of(result r) {
  return r == result::simple     ? &set_simple<Op, T>
         : r == result::combined ? &set_combined<Op, T>
                                 : &set_value<Op, T>;
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
    case scalar::u16:
    case scalar::b16:
      return integer_comparison<std::uint16_t>(i, r);
    case scalar::s16:
      return integer_comparison<std::int16_t>(i, r);
    case scalar::u32:
    case scalar::b32:
      return integer_comparison<std::uint32_t>(i, r);
    case scalar::s32:
      return integer_comparison<std::int32_t>(i, r);
    case scalar::u64:
    case scalar::b64:
      return integer_comparison<std::uint64_t>(i, r);
    case scalar::s64:
      return integer_comparison<std::int64_t>(i, r);
    case scalar::f32:
      return float_comparison<float>(i, r);
    case scalar::f64:
      return float_comparison<double>(i, r);
    default:
      return nullptr;
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
  write<T>(w, s->d, [=](unsigned i) { return c[i] >= C{0} ? a[i] : b[i]; });
  return s + 1;
}

template <class C>
action select_by(scalar type) {
  switch (ptx::size_of(type)) {
    case 2:
      return &select_by_sign<std::uint16_t, C>;
    case 4:
      return &select_by_sign<std::uint32_t, C>;
    case 8:
      return &select_by_sign<std::uint64_t, C>;
    default:
      return nullptr;
  }
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
      return std::isnormal(x);
    default:
      return std::fpclassify(x) == FP_SUBNORMAL;
  }
}

template <class T>
const step* test_property(warp& w, const step* s) {
  const T* a = row<T>(w, s->a);
  const std::uint64_t which = s->immediate;
  set_predicate(w, s->d, collect([=](unsigned i) { return has_property(a[i], which); }));
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
      if (i.types[0] != scalar::u32 && i.types[0] != scalar::s32 && i.types[0] != scalar::f32)
        return nullptr;
      return comparison_of(i.types[1], i, result::value);
    case op::selp:
      switch (ptx::size_of(i.type)) {
        case 2:
          return &select<std::uint16_t>;
        case 4:
          return &select<std::uint32_t>;
        case 8:
          return &select<std::uint64_t>;
        default:
          return nullptr;
      }
    case op::slct:
      if (i.types[1] == scalar::s32) return select_by<std::int32_t>(i.types[0]);
      if (i.types[1] == scalar::f32 && !i.has(word::ftz)) return select_by<float>(i.types[0]);
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
