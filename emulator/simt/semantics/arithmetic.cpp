// Arithmetic and logic: d = f(a), f(a, b) or f(a, b, c). PTX ISA 9.7.1 to 9.7.3, 9.7.8.
// Extended precision (add.cc ...): step::extra is the row of the carry flag, a predicate. Floating
// point: step::immediate holds float_flags.
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "simt/semantics/rounding.hpp"
#include "simt/semantics/semantics.hpp"

namespace lockstep::simt::LOCKSTEP_ISA {
namespace {

using ptx::decoded;
using ptx::op;
using ptx::scalar;
using ptx::word;

template <class T>
using wide_of = std::conditional_t<
    sizeof(T) == 2, std::conditional_t<std::is_signed_v<T>, std::int32_t, std::uint32_t>,
    std::conditional_t<sizeof(T) == 4,
                       std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>,
                       std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>>>;
// An unsigned type in which T's arithmetic wraps (16-bit types would be promoted to int).
template <class T>
using wrapping = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;

// ---- Integer operations, in the words of the ISA manual ----

struct add_op {
  template <class T>
  static T of(T a, T b) {
    return static_cast<T>(static_cast<wrapping<T>>(a) + static_cast<wrapping<T>>(b));
  }
};
struct sub_op {
  template <class T>
  static T of(T a, T b) {
    return static_cast<T>(static_cast<wrapping<T>>(a) - static_cast<wrapping<T>>(b));
  }
};
struct mul_lo_op {
  template <class T>
  static T of(T a, T b) {
    return static_cast<T>(static_cast<wrapping<T>>(a) * static_cast<wrapping<T>>(b));
  }
};
struct mul_hi_op {
  template <class T>
  static T of(T a, T b) {
    return static_cast<T>((static_cast<wide_of<T>>(a) * b) >> (8 * sizeof(T)));
  }
};
struct div_op {
  template <class T>
  static T of(T a, T b) {
    if (b == 0) return static_cast<T>(-1);  // hardware's value; the manual leaves it open
    if constexpr (std::is_signed_v<T>) {
      if (b == T{-1}) return static_cast<T>(wrapping<T>{0} - static_cast<wrapping<T>>(a));
    }
    return static_cast<T>(a / b);
  }
};
struct rem_op {
  template <class T>
  static T of(T a, T b) {
    if (b == 0) return a;
    if constexpr (std::is_signed_v<T>) {
      if (b == T{-1}) return 0;
    }
    return static_cast<T>(a % b);
  }
};
struct min_op {
  template <class T>
  static T of(T a, T b) {
    return b < a ? b : a;
  }
};
struct max_op {
  template <class T>
  static T of(T a, T b) {
    return a < b ? b : a;
  }
};
struct and_op {
  template <class T>
  static T of(T a, T b) {
    return a & b;
  }
};
struct or_op {
  template <class T>
  static T of(T a, T b) {
    return a | b;
  }
};
struct xor_op {
  template <class T>
  static T of(T a, T b) {
    return a ^ b;
  }
};
struct abs_op {
  template <class T>
  static T of(T a) {
    return a < 0 ? static_cast<T>(wrapping<T>{0} - static_cast<wrapping<T>>(a)) : a;
  }
};
struct neg_op {
  template <class T>
  static T of(T a) {
    return static_cast<T>(wrapping<T>{0} - static_cast<wrapping<T>>(a));
  }
};
struct not_op {
  template <class T>
  static T of(T a) {
    return static_cast<T>(~a);
  }
};
struct cnot_op {
  template <class T>
  static T of(T a) {
    return a == 0 ? 1 : 0;
  }
};
struct add_sat_op {
  static std::int32_t of(std::int32_t a, std::int32_t b) {
    const std::int64_t sum = std::int64_t{a} + b;
    return static_cast<std::int32_t>(sum > INT32_MAX   ? INT32_MAX
                                     : sum < INT32_MIN ? INT32_MIN
                                                       : sum);
  }
};
struct sub_sat_op {
  static std::int32_t of(std::int32_t a, std::int32_t b) {
    const std::int64_t difference = std::int64_t{a} - b;
    return static_cast<std::int32_t>(difference > INT32_MAX   ? INT32_MAX
                                     : difference < INT32_MIN ? INT32_MIN
                                                              : difference);
  }
};
struct mul24_lo_op {
  template <class T>
  static T of(T a, T b) {
    return static_cast<T>(extended(a) * extended(b));
  }
  template <class T>
  static std::int64_t extended(T a) {
    return std::is_signed_v<T> ? static_cast<std::int32_t>(static_cast<std::uint32_t>(a) << 8) >> 8
                               : a & 0xffffff;
  }
};
struct mul24_hi_op {
  template <class T>
  static T of(T a, T b) {
    return static_cast<T>((mul24_lo_op::extended(a) * mul24_lo_op::extended(b)) >> 16);
  }
};

struct mad_lo_op {
  template <class T>
  static T of(T a, T b, T c) {
    return add_op::of(mul_lo_op::of(a, b), c);
  }
};
struct mad_hi_op {
  template <class T>
  static T of(T a, T b, T c) {
    return add_op::of(mul_hi_op::of(a, b), c);
  }
};
struct mad24_lo_op {
  template <class T>
  static T of(T a, T b, T c) {
    return add_op::of(mul24_lo_op::of(a, b), c);
  }
};
struct mad24_hi_op {
  template <class T>
  static T of(T a, T b, T c) {
    return add_op::of(mul24_hi_op::of(a, b), c);
  }
};
struct sad_op {
  template <class T>
  static T of(T a, T b, T c) {
    return add_op::of(c, a < b ? sub_op::of(b, a) : sub_op::of(a, b));
  }
};
struct lop3_op {  // the table is operand d of the instruction: step::immediate
  static std::uint32_t of(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint64_t table) {
    std::uint32_t result = 0;
    for (unsigned i = 0; i < 8; ++i) {
      if ((table >> i & 1) == 0) continue;
      result |= ((i & 4) != 0 ? a : ~a) & ((i & 2) != 0 ? b : ~b) & ((i & 1) != 0 ? c : ~c);
    }
    return result;
  }
};
struct prmt_op {  // step::immediate: 0 generic, 1.. f4e b4e rc8 ecl ecr rc16
  static std::uint32_t of(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint64_t mode) {
    static constexpr std::uint16_t special[7][4] = {{},
                                                    {0x3210, 0x4321, 0x5432, 0x6543},
                                                    {0x5670, 0x6701, 0x7012, 0x0123},
                                                    {0x0000, 0x1111, 0x2222, 0x3333},
                                                    {0x3210, 0x3211, 0x3222, 0x3333},
                                                    {0x0000, 0x1110, 0x2210, 0x3210},
                                                    {0x1010, 0x3232, 0x1010, 0x3232}};
    const std::uint32_t selector = mode == 0 ? c : special[mode][c & 3];
    const std::uint64_t bytes = std::uint64_t{b} << 32 | a;
    std::uint32_t result = 0;
    for (unsigned i = 0; i < 4; ++i) {
      const std::uint32_t select = selector >> (4 * i) & 0xf;
      auto byte = static_cast<std::uint8_t>(bytes >> (8 * (select & 7)));
      if ((select & 8) != 0) byte = (byte & 0x80) != 0 ? 0xff : 0;
      result |= std::uint32_t{byte} << (8 * i);
    }
    return result;
  }
};

// Shifts: the amount is an unsigned 32-bit row and clamps at the width (9.7.8.8, 9.7.8.9).
struct shl_op {
  template <class T>
  static T of(T a, std::uint32_t by) {
    return by >= 8 * sizeof(T) ? T{0} : static_cast<T>(a << by);
  }
};
struct shr_op {
  template <class T>
  static T of(T a, std::uint32_t by) {
    if (by >= 8 * sizeof(T)) return std::is_signed_v<T> && a < 0 ? static_cast<T>(-1) : T{0};
    return static_cast<T>(a >> by);
  }
};
template <bool Left, bool Wrap>
struct shf_op {
  static std::uint32_t of(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    const std::uint32_t by = Wrap ? c & 31 : (c > 32 ? 32 : c);
    const std::uint64_t both = std::uint64_t{b} << 32 | a;
    return static_cast<std::uint32_t>(Left ? (both << by) >> 32 : both >> by);
  }
};

template <class T>
constexpr unsigned width = 8 * sizeof(T);

struct popc_op {
  template <class T>
  static std::uint32_t of(T a) {
    return static_cast<std::uint32_t>(std::popcount(a));
  }
};
struct clz_op {
  template <class T>
  static std::uint32_t of(T a) {
    return static_cast<std::uint32_t>(std::countl_zero(a));
  }
};
struct brev_op {
  template <class T>
  static T of(T a) {
    T result = 0;
    for (unsigned i = 0; i < width<T>; ++i) result = static_cast<T>(result << 1 | (a >> i & 1));
    return result;
  }
};
template <bool Shift>
struct bfind_op {
  template <class T>
  static std::uint32_t of(T a) {
    using U = std::make_unsigned_t<T>;
    const U bits = std::is_signed_v<T> && a < 0 ? static_cast<U>(~a) : static_cast<U>(a);
    if (bits == 0) return ~0u;
    const auto zeros = static_cast<std::uint32_t>(std::countl_zero(bits));
    return Shift ? zeros : width<T> - 1 - zeros;
  }
};
struct bfe_op {
  template <class T>
  static T of(T a, std::uint32_t b, std::uint32_t c) {
    const unsigned position = b & 0xff, length = c & 0xff;
    if (length == 0) return 0;
    using U = std::make_unsigned_t<T>;
    const unsigned last =
        position + length - 1 < width<T> - 1 ? position + length - 1 : width<T> - 1;
    const bool sign = std::is_signed_v<T> && (static_cast<U>(a) >> last & 1) != 0;
    const U field = position >= width<T> ? U{0} : static_cast<U>(static_cast<U>(a) >> position);
    const unsigned kept =
        position >= width<T> ? 0 : (length < width<T> - position ? length : width<T> - position);
    const U mask = kept >= width<T> ? static_cast<U>(~U{0}) : static_cast<U>((U{1} << kept) - 1);
    return static_cast<T>((field & mask) | (sign ? static_cast<U>(~mask) : U{0}));
  }
};
struct bfi_op {  // inserts a into b at c, `length` bits; four rows: the length's is step::extra
  template <class T>
  static T of(T a, T b, std::uint32_t c, std::uint32_t d) {
    const unsigned position = c & 0xff, length = d & 0xff;
    if (position >= width<T> || length == 0) return b;
    const unsigned kept = length < width<T> - position ? length : width<T> - position;
    const T mask = static_cast<T>((kept >= width<T> ? ~T{0} : (T{1} << kept) - 1) << position);
    return static_cast<T>((b & ~mask) | ((a << position) & mask));
  }
};

// ---- Forms ----

template <class Op, class T, class D = T>
const step* unary(warp& w, const step* s) {
  const T* a = row<T>(w, s->a);
  write<D>(w, s->d, [=](unsigned i) { return static_cast<D>(Op::of(a[i])); });
  return s + 1;
}

template <class Op, class T>
const step* binary(warp& w, const step* s) {
  const T *a = row<T>(w, s->a), *b = row<T>(w, s->b);
  write<T>(w, s->d, [=](unsigned i) { return Op::of(a[i], b[i]); });
  return s + 1;
}

template <class Op, class T>
const step* shift(warp& w, const step* s) {
  const T* a = row<T>(w, s->a);
  const auto* b = row<std::uint32_t>(w, s->b);
  write<T>(w, s->d, [=](unsigned i) { return Op::of(a[i], b[i]); });
  return s + 1;
}

template <class Op, class T>
const step* ternary(warp& w, const step* s) {
  const T *a = row<T>(w, s->a), *b = row<T>(w, s->b), *c = row<T>(w, s->c);
  write<T>(w, s->d, [=](unsigned i) { return Op::of(a[i], b[i], c[i]); });
  return s + 1;
}

template <class Op>
const step* with_table(warp& w, const step* s) {
  const auto *a = row<std::uint32_t>(w, s->a), *b = row<std::uint32_t>(w, s->b),
             *c = row<std::uint32_t>(w, s->c);
  const std::uint64_t table = s->immediate;
  write<std::uint32_t>(w, s->d, [=](unsigned i) { return Op::of(a[i], b[i], c[i], table); });
  return s + 1;
}

template <class T>
const step* extract(warp& w, const step* s) {
  const T* a = row<T>(w, s->a);
  const auto *b = row<std::uint32_t>(w, s->b), *c = row<std::uint32_t>(w, s->c);
  write<T>(w, s->d, [=](unsigned i) { return bfe_op::of(a[i], b[i], c[i]); });
  return s + 1;
}

template <class T>
const step* insert(warp& w, const step* s) {
  const T *a = row<T>(w, s->a), *b = row<T>(w, s->b);
  const auto *c = row<std::uint32_t>(w, s->c), *length = row<std::uint32_t>(w, s->extra);
  write<T>(w, s->d, [=](unsigned i) { return bfi_op::of(a[i], b[i], c[i], length[i]); });
  return s + 1;
}

// mul.wide, mad.wide: the destination and the addend are twice as wide.
template <class T>
const step* multiply_wide(warp& w, const step* s) {
  using D = wide_of<T>;
  const T *a = row<T>(w, s->a), *b = row<T>(w, s->b);
  write<D>(w, s->d, [=](unsigned i) { return static_cast<D>(static_cast<D>(a[i]) * b[i]); });
  return s + 1;
}

template <class T>
const step* multiply_add_wide(warp& w, const step* s) {
  using D = wide_of<T>;
  const T *a = row<T>(w, s->a), *b = row<T>(w, s->b);
  const D* c = row<D>(w, s->c);
  write<D>(w, s->d, [=](unsigned i) {
    return add_op::of(static_cast<D>(static_cast<D>(a[i]) * b[i]), c[i]);
  });
  return s + 1;
}

// 32-bit division by way of double, which the host has vectors of: a and b are exact, the quotient
// of two integers below 2^32 is nearer to the true one than to any other integer's neighbourhood,
// and truncation is right.
template <bool Remainder>
const step* divide_u32(warp& w, const step* s) {
  const auto *a = row<std::uint32_t>(w, s->a), *b = row<std::uint32_t>(w, s->b);
  write<std::uint32_t>(w, s->d, [=](unsigned i) {
    const auto exact = [](std::uint32_t x) {
      return static_cast<double>(static_cast<std::int32_t>(x ^ 0x80000000u)) + 2147483648.0;
    };
    const double quotient = std::floor(exact(a[i]) / exact(b[i] == 0 ? 1u : b[i]));
    const std::uint32_t q =
        static_cast<std::uint32_t>(static_cast<std::int32_t>(quotient - 2147483648.0)) ^
        0x80000000u;
    if constexpr (Remainder) return b[i] == 0 ? a[i] : a[i] - q * b[i];
    return b[i] == 0 ? ~0u : q;
  });
  return s + 1;
}

// ---- Extended precision: a carry per lane ----

template <class T, bool Subtract, bool In, bool Out>
const step* with_carry(warp& w, const step* s) {
  const T *a = row<T>(w, s->a), *b = row<T>(w, s->b);
  T* d = row<T>(w, s->d);
  lane_mask& flag = predicate(w, s->extra);
  each(w.active, [&](unsigned i) {
    const T x = a[i], y = b[i], in = In ? flag >> i & 1 : 0;
    bool out;
    if constexpr (Subtract) {
      d[i] = static_cast<T>(x - y - in);
      out = x < y || (x == y && in != 0);  // borrow
    } else {
      d[i] = static_cast<T>(x + y + in);
      out = d[i] < x || (in != 0 && d[i] == x);
    }
    if constexpr (Out) flag = (flag & ~(1u << i)) | static_cast<lane_mask>(out) << i;
  });
  return s + 1;
}

// mad{c}.{lo,hi}{.cc}: immediate bit 0 high half, bit 1 carry in, bit 2 carry out.
template <class T>
const step* multiply_add_carry(warp& w, const step* s) {
  const T *a = row<T>(w, s->a), *b = row<T>(w, s->b), *c = row<T>(w, s->c);
  T* d = row<T>(w, s->d);
  lane_mask& flag = predicate(w, s->extra);
  const bool high = (s->immediate & 1) != 0, in = (s->immediate & 2) != 0,
             out = (s->immediate & 4) != 0;
  each(w.active, [&](unsigned i) {
    const T product = high ? mul_hi_op::of(a[i], b[i]) : mul_lo_op::of(a[i], b[i]);
    const auto sum = static_cast<unsigned __int128>(product) + c[i] + (in ? flag >> i & 1 : 0);
    d[i] = static_cast<T>(sum);
    if (out) flag = (flag & ~(1u << i)) | static_cast<lane_mask>(sum >> (8 * sizeof(T)) & 1) << i;
  });
  return s + 1;
}

template <class T, bool Subtract>
action carry_action(bool in, bool out) {
  if (in) return out ? &with_carry<T, Subtract, true, true> : &with_carry<T, Subtract, true, false>;
  return &with_carry<T, Subtract, false, true>;
}

// ---- Floating point ----

struct fadd_op {
  template <class T>
  static T of(T a, T b) {
    return a + b;
  }
};
struct fsub_op {
  template <class T>
  static T of(T a, T b) {
    return a - b;
  }
};
struct fmul_op {
  template <class T>
  static T of(T a, T b) {
    return a * b;
  }
};
struct fdiv_op {
  template <class T>
  static T of(T a, T b) {
    return a / b;
  }
};
// A NaN loses against a number, and -0 is below +0 (9.7.3.11).
struct fmin_op {
  template <class T>
  static T of(T a, T b) {
    return a != a ? b : b != b ? a : a < b || (a == b && std::signbit(a)) ? a : b;
  }
};
struct fmax_op {
  template <class T>
  static T of(T a, T b) {
    return a != a ? b : b != b ? a : a > b || (a == b && std::signbit(b)) ? a : b;
  }
};
struct fmin_nan_op {
  template <class T>
  static T of(T a, T b) {
    return a != a || b != b ? std::numeric_limits<T>::quiet_NaN() : fmin_op::of(a, b);
  }
};
struct fmax_nan_op {
  template <class T>
  static T of(T a, T b) {
    return a != a || b != b ? std::numeric_limits<T>::quiet_NaN() : fmax_op::of(a, b);
  }
};
struct copysign_op {
  template <class T>
  static T of(T a, T b) {
    return std::copysign(b, a);
  }
};
struct fabs_op {
  template <class T>
  static T of(T a) {
    return std::fabs(a);
  }
};
struct fneg_op {
  template <class T>
  static T of(T a) {
    return -a;
  }
};
struct frcp_op {
  template <class T>
  static T of(T a) {
    return T{1} / a;
  }
};
struct fsqrt_op {
  template <class T>
  static T of(T a) {
    return std::sqrt(a);
  }
};
struct frsqrt_op {
  template <class T>
  static T of(T a) {
    return static_cast<T>(1.0 / std::sqrt(static_cast<double>(a)));
  }
};
struct fsin_op {
  template <class T>
  static T of(T a) {
    return static_cast<T>(std::sin(static_cast<double>(a)));
  }
};
struct fcos_op {
  template <class T>
  static T of(T a) {
    return static_cast<T>(std::cos(static_cast<double>(a)));
  }
};
struct flg2_op {
  template <class T>
  static T of(T a) {
    return static_cast<T>(std::log2(static_cast<double>(a)));
  }
};
struct fex2_op {
  template <class T>
  static T of(T a) {
    return static_cast<T>(std::exp2(static_cast<double>(a)));
  }
};
struct ftanh_op {
  template <class T>
  static T of(T a) {
    return static_cast<T>(std::tanh(static_cast<double>(a)));
  }
};
struct fma_op {
  template <class T>
  static T of(T a, T b, T c) {
    return std::fma(a, b, c);
  }
};

// With modifiers other than .rn: lane by lane, in the host's rounding mode.
template <class Op, class T, unsigned Operands>
const step* modified(warp& w, const step* s) {
  const T *a = row<T>(w, s->a), *b = row<T>(w, s->b), *c = row<T>(w, s->c);
  T* d = row<T>(w, s->d);
  const std::uint64_t flags = s->immediate;
  const auto in = [flags](T x) { return (flags & flag_ftz) != 0 ? flushed(x) : x; };
  const rounding_scope scope(flags);
  each(w.active, [&](unsigned i) {
    T result;
    if constexpr (Operands == 1) result = Op::of(opaque(in(a[i])));
    if constexpr (Operands == 2) result = Op::of(opaque(in(a[i])), opaque(in(b[i])));
    if constexpr (Operands == 3)
      result = Op::of(opaque(in(a[i])), opaque(in(b[i])), opaque(in(c[i])));
    result = opaque(result);
    if ((flags & flag_ftz) != 0) result = flushed(result);
    if ((flags & flag_sat) != 0) result = saturated(result);
    d[i] = result;
  });
  return s + 1;
}

template <class Op, unsigned Operands>
action floating(const decoded& i) {
  const bool plain = float_flags_of(i) == 0;
  const auto of_type = [plain](auto zero) -> action {
    using T = decltype(zero);
    if (!plain) return &modified<Op, T, Operands>;
    if constexpr (Operands == 1) return &unary<Op, T>;
    if constexpr (Operands == 2) return &binary<Op, T>;
    if constexpr (Operands == 3) return &ternary<Op, T>;
  };
  if (i.type == scalar::f32) return of_type(0.0f);
  if (i.type == scalar::f64) return of_type(0.0);
  return nullptr;
}

// ---- Tables ----

bool is_float(scalar type) { return type == scalar::f32 || type == scalar::f64; }

// f(T{}) for the integer type named, signedness as written (b types are unsigned).
template <class F>
action for_integer(scalar type, F f) {
  switch (type) {
    case scalar::u16:
    case scalar::b16:
      return f(std::uint16_t{});
    case scalar::s16:
      return f(std::int16_t{});
    case scalar::u32:
    case scalar::b32:
      return f(std::uint32_t{});
    case scalar::s32:
      return f(std::int32_t{});
    case scalar::u64:
    case scalar::b64:
      return f(std::uint64_t{});
    case scalar::s64:
      return f(std::int64_t{});
    default:
      return nullptr;
  }
}

// The same for operations in which the sign makes no difference: fewer instances.
template <class F>
action for_bits(scalar type, F f) {
  switch (ptx::size_of(type)) {
    case 2:
      return f(std::uint16_t{});
    case 4:
      return f(std::uint32_t{});
    case 8:
      return f(std::uint64_t{});
    default:
      return nullptr;
  }
}

template <class Op>
action integer_unary(scalar t) {
  return for_integer(t, [](auto z) -> action { return &unary<Op, decltype(z)>; });
}
template <class Op>
action integer_binary(scalar t) {
  return for_integer(t, [](auto z) -> action { return &binary<Op, decltype(z)>; });
}
template <class Op>
action integer_ternary(scalar t) {
  return for_integer(t, [](auto z) -> action { return &ternary<Op, decltype(z)>; });
}
template <class Op>
action bits_unary(scalar t) {
  return for_bits(t, [](auto z) -> action { return &unary<Op, decltype(z)>; });
}
template <class Op>
action bits_binary(scalar t) {
  return for_bits(t, [](auto z) -> action { return &binary<Op, decltype(z)>; });
}
template <class Op>
action bits_ternary(scalar t) {
  return for_bits(t, [](auto z) -> action { return &ternary<Op, decltype(z)>; });
}
template <class Op>
action counting(scalar t) {
  return for_bits(t, [](auto z) -> action {
    if constexpr (sizeof(z) == 2)
      return nullptr;
    else
      return &unary<Op, decltype(z), std::uint32_t>;
  });
}

// Widens: the binder gives destination and addend rows of twice the width.
action wide(scalar type, bool add) {
  switch (type) {
    case scalar::u16:
      return add ? &multiply_add_wide<std::uint16_t> : &multiply_wide<std::uint16_t>;
    case scalar::s16:
      return add ? &multiply_add_wide<std::int16_t> : &multiply_wide<std::int16_t>;
    case scalar::u32:
      return add ? &multiply_add_wide<std::uint32_t> : &multiply_wide<std::uint32_t>;
    case scalar::s32:
      return add ? &multiply_add_wide<std::int32_t> : &multiply_wide<std::int32_t>;
    default:
      return nullptr;
  }
}

template <bool Subtract>
action extended(const decoded& i, bool in) {
  const bool out = i.has(word::cc);
  if (ptx::size_of(i.type) == 4) return carry_action<std::uint32_t, Subtract>(in, out);
  if (ptx::size_of(i.type) == 8) return carry_action<std::uint64_t, Subtract>(in, out);
  return nullptr;
}

action multiply(const decoded& i) {
  if (is_float(i.type)) return floating<fmul_op, 2>(i);
  if (i.has(word::wide)) return wide(i.type, false);
  if (i.has(word::hi)) return integer_binary<mul_hi_op>(i.type);
  return bits_binary<mul_lo_op>(i.type);
}

action multiply_add(const decoded& i) {
  if (is_float(i.type)) return floating<fma_op, 3>(i);
  if (i.has(word::cc) || i.operation == op::madc) {
    if (ptx::size_of(i.type) == 4) return &multiply_add_carry<std::uint32_t>;
    if (ptx::size_of(i.type) == 8) return &multiply_add_carry<std::uint64_t>;
    return nullptr;
  }
  if (i.has(word::sat)) return nullptr;
  if (i.has(word::wide)) return wide(i.type, true);
  if (i.has(word::hi)) return integer_ternary<mad_hi_op>(i.type);
  return bits_ternary<mad_lo_op>(i.type);
}

action divide(const decoded& i) {
  if (is_float(i.type)) return floating<fdiv_op, 2>(i);
  if (i.type == scalar::u32) return &divide_u32<false>;
  return integer_binary<div_op>(i.type);
}

action minimum(const decoded& i) {
  if (is_float(i.type))
    return i.has(word::NaN) ? floating<fmin_nan_op, 2>(i) : floating<fmin_op, 2>(i);
  return integer_binary<min_op>(i.type);
}

action maximum(const decoded& i) {
  if (is_float(i.type))
    return i.has(word::NaN) ? floating<fmax_nan_op, 2>(i) : floating<fmax_op, 2>(i);
  return integer_binary<max_op>(i.type);
}

action add_or_sub(const decoded& i, bool subtract) {
  if (is_float(i.type)) return subtract ? floating<fsub_op, 2>(i) : floating<fadd_op, 2>(i);
  if (i.has(word::cc)) return subtract ? extended<true>(i, false) : extended<false>(i, false);
  if (i.has(word::sat)) {
    if (i.type != scalar::s32) return nullptr;
    return subtract ? &binary<sub_sat_op, std::int32_t> : &binary<add_sat_op, std::int32_t>;
  }
  return subtract ? bits_binary<sub_op>(i.type) : bits_binary<add_op>(i.type);
}

action funnel_shift(const decoded& i) {
  if (i.type != scalar::b32) return nullptr;
  if (i.has(word::l))
    return i.has(word::wrap) ? &ternary<shf_op<true, true>, std::uint32_t>
                             : &ternary<shf_op<true, false>, std::uint32_t>;
  return i.has(word::wrap) ? &ternary<shf_op<false, true>, std::uint32_t>
                           : &ternary<shf_op<false, false>, std::uint32_t>;
}

action find_bit(const decoded& i) {
  const bool shiftamt = i.has(word::shiftamt);
  return for_integer(i.type, [shiftamt](auto z) -> action {
    using T = decltype(z);
    if constexpr (sizeof(T) == 2)
      return nullptr;
    else
      return shiftamt ? &unary<bfind_op<true>, T, std::uint32_t>
                      : &unary<bfind_op<false>, T, std::uint32_t>;
  });
}

action approximate(const decoded& i) {
  switch (i.operation) {
    case op::rcp:
      return floating<frcp_op, 1>(i);
    case op::sqrt:
      return floating<fsqrt_op, 1>(i);
    case op::rsqrt:
      return floating<frsqrt_op, 1>(i);
    case op::sin:
      return floating<fsin_op, 1>(i);
    case op::cos:
      return floating<fcos_op, 1>(i);
    case op::lg2:
      return floating<flg2_op, 1>(i);
    case op::ex2:
      return floating<fex2_op, 1>(i);
    default:
      return floating<ftanh_op, 1>(i);
  }
}

action logic(const decoded& i) {
  if (i.type == scalar::pred) {
    // A predicate is a row of one 32-bit word; see predicates.cpp for guards. Bits of lanes that
    // are not active stay.
    static constexpr auto combine = []<class Op>(Op) -> action {
      return [](warp& w, const step* s) -> const step* {
        set_predicate(w, s->d, Op::of(predicate(w, s->a), predicate(w, s->b)));
        return s + 1;
      };
    };
    switch (i.operation) {
      case op::and_:
        return combine(and_op{});
      case op::or_:
        return combine(or_op{});
      case op::xor_:
        return combine(xor_op{});
      default:
        return [](warp& w, const step* s) -> const step* {
          set_predicate(w, s->d, ~predicate(w, s->a));
          return s + 1;
        };
    }
  }
  switch (i.operation) {
    case op::and_:
      return bits_binary<and_op>(i.type);
    case op::or_:
      return bits_binary<or_op>(i.type);
    case op::xor_:
      return bits_binary<xor_op>(i.type);
    default:
      return bits_unary<not_op>(i.type);
  }
}

}  // namespace

std::uint64_t float_immediate(const decoded& i) { return float_flags_of(i); }

action arithmetic_action(const decoded& i) {
  switch (i.operation) {
    case op::add:
      return add_or_sub(i, false);
    case op::sub:
      return add_or_sub(i, true);
    case op::mul:
      return multiply(i);
    case op::mad:
    case op::madc:
      return multiply_add(i);
    case op::mul24:
      return i.has(word::hi) ? integer_binary<mul24_hi_op>(i.type)
                             : integer_binary<mul24_lo_op>(i.type);
    case op::mad24:
      return i.has(word::sat)  ? nullptr
             : i.has(word::hi) ? integer_ternary<mad24_hi_op>(i.type)
                               : integer_ternary<mad24_lo_op>(i.type);
    case op::sad:
      return integer_ternary<sad_op>(i.type);
    case op::div:
      return divide(i);
    case op::rem:
      return i.type == scalar::u32 ? &divide_u32<true> : integer_binary<rem_op>(i.type);
    case op::abs:
      return is_float(i.type) ? floating<fabs_op, 1>(i) : integer_unary<abs_op>(i.type);
    case op::neg:
      return is_float(i.type) ? floating<fneg_op, 1>(i) : integer_unary<neg_op>(i.type);
    case op::min:
      return minimum(i);
    case op::max:
      return maximum(i);
    case op::popc:
      return counting<popc_op>(i.type);
    case op::clz:
      return counting<clz_op>(i.type);
    case op::bfind:
      return find_bit(i);
    case op::brev:
      return bits_unary<brev_op>(i.type);
    case op::bfe:
      return for_integer(i.type, [](auto z) -> action { return &extract<decltype(z)>; });
    case op::bfi:
      return for_bits(i.type, [](auto z) -> action {
        if constexpr (sizeof(z) == 2)
          return nullptr;
        else
          return &insert<decltype(z)>;
      });
    case op::addc:
      return extended<false>(i, true);
    case op::subc:
      return extended<true>(i, true);
    case op::fma:
      return is_float(i.type) ? floating<fma_op, 3>(i) : nullptr;
    case op::rcp:
    case op::sqrt:
    case op::rsqrt:
    case op::sin:
    case op::cos:
    case op::lg2:
    case op::ex2:
    case op::tanh:
      return approximate(i);
    case op::copysign:
      return floating<copysign_op, 2>(i);
    case op::and_:
    case op::or_:
    case op::xor_:
    case op::not_:
      return logic(i);
    case op::cnot:
      return bits_unary<cnot_op>(i.type);
    case op::lop3:
      return &with_table<lop3_op>;
    case op::prmt:
      return &with_table<prmt_op>;
    case op::shf:
      return funnel_shift(i);
    case op::shl:
      return for_bits(i.type, [](auto z) -> action { return &shift<shl_op, decltype(z)>; });
    case op::shr:
      return for_integer(i.type, [](auto z) -> action { return &shift<shr_op, decltype(z)>; });
    default:
      return nullptr;
  }
}

}  // namespace lockstep::simt::LOCKSTEP_ISA
