// Logic, shifts and bit fields on single values (PTX ISA 9.7.1.17 to 9.7.1.20, 9.7.8).
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#ifndef LOCKSTEP_ISA
#define LOCKSTEP_ISA baseline
#endif

namespace lockstep::simt::LOCKSTEP_ISA {

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
// Bit fields: of 32 bits the lower 8 bits of position and length count; of 64 bits the manual
// leaves larger ones open, and hardware takes them as they are (9.7.1.19, 9.7.1.20).
template <class T>
constexpr std::uint32_t field_operand(std::uint32_t x) {
  return sizeof(T) == 4 ? x & 0xff : x;
}
template <class T>
constexpr T ones(std::uint32_t count) {  // the lowest `count` bits
  return count >= width<T> ? static_cast<T>(~T{0}) : static_cast<T>((T{1} << count) - 1);
}

struct bfe_op {
  template <class T>
  static T of(T a, std::uint32_t b, std::uint32_t c) {
    using U = std::make_unsigned_t<T>;
    const std::uint32_t position = field_operand<T>(b), length = field_operand<T>(c);
    if (length == 0) return 0;
    const unsigned above = position >= width<T> ? 0 : width<T> - position;  // bits from there on
    const unsigned kept = length < above ? length : above;
    const unsigned last = kept == 0 ? width<T> - 1 : position + kept - 1;
    const bool sign = std::is_signed_v<T> && (static_cast<U>(a) >> last & 1) != 0;
    const U field = above == 0 ? U{0} : static_cast<U>(static_cast<U>(a) >> position);
    const U mask = ones<U>(kept);
    return static_cast<T>((field & mask) | (sign ? static_cast<U>(~mask) : U{0}));
  }
};
struct bfi_op {  // inserts a into b at c, `length` bits; four rows: the length's is step::extra
  template <class T>
  static T of(T a, T b, std::uint32_t c, std::uint32_t d) {
    const std::uint32_t position = field_operand<T>(c), length = field_operand<T>(d);
    if (position >= width<T> || length == 0) return b;
    const T mask = static_cast<T>(ones<T>(length) << position);
    return static_cast<T>((b & ~mask) | ((a << position) & mask));
  }
};

// A mask of `c` bits from bit b on (9.7.1.21).
template <bool Wrap>
struct bmsk_op {
  static std::uint32_t of(std::uint32_t b, std::uint32_t c) {
    if constexpr (Wrap) return ones<std::uint32_t>(c & 31) << (b & 31);
    return b >= 32 ? 0 : ones<std::uint32_t>(c) << b;
  }
};
// The lowest n bits, extended by their sign if T has one (9.7.8.10).
template <bool Wrap>
struct szext_op {
  template <class T>
  static T of(T a, std::uint32_t n) {
    const std::uint32_t kept = Wrap ? n & 31 : (n < 32 ? n : 32);
    if (kept == 0) return 0;
    return static_cast<T>(static_cast<T>(static_cast<std::uint32_t>(a) << (32 - kept)) >>
                          (32 - kept));
  }
};
// The place of the nth set bit from `base` on, upwards or downwards (9.7.1.18).
struct fns_op {
  static std::uint32_t of(std::uint32_t mask, std::uint32_t base, std::uint32_t offset) {
    if (offset == 0x80000000) return 0;  // as an H200 has it
    const auto signed_offset = static_cast<std::int32_t>(offset);
    if (signed_offset == 0) return base < 32 && (mask >> base & 1) != 0 ? base : ~0u;
    std::uint32_t left =
        static_cast<std::uint32_t>(signed_offset > 0 ? signed_offset : -signed_offset);
    for (std::uint32_t at = base; at<32; at += signed_offset> 0 ? 1 : ~0u) {
      if ((mask >> at & 1) != 0 && --left == 0) return at;
    }
    return ~0u;
  }
};

}  // namespace lockstep::simt::LOCKSTEP_ISA
