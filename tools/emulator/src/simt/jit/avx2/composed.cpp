// Operations that AVX2 does not have.
#include "simt/jit/avx2/compiler.hpp"

namespace lockstep::simt::jit::avx2 {

bool compiler::emit_composed(const instruction& i) {
  switch (i.id) {
    case Inst::kIdVpmullq:
      multiply_wide(i);
      return true;
    case Inst::kIdVpminsq:
      choose_wide(i, false, true);
      return true;
    case Inst::kIdVpminuq:
      choose_wide(i, false, false);
      return true;
    case Inst::kIdVpmaxsq:
      choose_wide(i, true, true);
      return true;
    case Inst::kIdVpmaxuq:
      choose_wide(i, true, false);
      return true;
    case Inst::kIdVpabsq:
      absolute_wide(i);
      return true;
    case Inst::kIdVpsravq:
      shift_wide(i);
      return true;
    case Inst::kIdVpopcntd:
      count_ones(i);
      return true;
    case Inst::kIdVplzcntd:
      count_leading(i);
      return true;
    case Inst::kIdVrangeps:
      choose_float(i);
      return true;
    case Inst::kIdVpternlogd:
      look_up(i);
      return true;
    default:
      return false;
  }
}

// Three products of 32 bits.
void compiler::multiply_wide(const instruction& i) {
  for (unsigned h = 0; h < 2; ++h) {
    const x86::Ymm a = in_register(i.o[1], h), b = in_register(i.o[2], h);
    const x86::Ymm upper = temporary(), other = temporary();
    put(Inst::kIdVpsrlq, upper, b, asmjit::Imm(32));
    put(Inst::kIdVpmuludq, upper, upper, a);
    put(Inst::kIdVpsrlq, other, a, asmjit::Imm(32));
    put(Inst::kIdVpmuludq, other, other, b);
    put(Inst::kIdVpaddq, upper, upper, other);
    put(Inst::kIdVpsllq, upper, upper, asmjit::Imm(32));
    put(Inst::kIdVpmuludq, other, a, b);
    put(Inst::kIdVpaddq, half(i.o[0], h), upper, other);
  }
}

void compiler::choose_wide(const instruction& i, bool greatest, bool has_sign) {
  for (unsigned h = 0; h < 2; ++h) {
    const x86::Ymm a = in_register(i.o[1], h), b = in_register(i.o[2], h);
    const x86::Ymm a_is_greater = temporary();
    if (has_sign) {
      put(Inst::kIdVpcmpgtq, a_is_greater, a, b);
    } else {
      const x86::Mem lowest = everywhere(std::uint64_t{1} << 63, 8);
      const x86::Ymm moved = temporary();
      put(Inst::kIdVpxor, a_is_greater, a, lowest);
      put(Inst::kIdVpxor, moved, b, lowest);
      put(Inst::kIdVpcmpgtq, a_is_greater, a_is_greater, moved);
    }
    greatest ? blend(half(i.o[0], h), b, a, a_is_greater, 8)
             : blend(half(i.o[0], h), a, b, a_is_greater, 8);
  }
}

void compiler::absolute_wide(const instruction& i) {
  for (unsigned h = 0; h < 2; ++h) {
    const x86::Ymm a = in_register(i.o[1], h), sign = temporary(), turned = temporary();
    put(Inst::kIdVpxor, sign, sign, sign);
    put(Inst::kIdVpcmpgtq, sign, sign, a);
    put(Inst::kIdVpxor, turned, a, sign);
    put(Inst::kIdVpsubq, half(i.o[0], h), turned, sign);
  }
}

// A negative number's complement is shifted.
void compiler::shift_wide(const instruction& i) {
  for (unsigned h = 0; h < 2; ++h) {
    const x86::Ymm a = in_register(i.o[1], h), sign = temporary(), turned = temporary();
    put(Inst::kIdVpxor, sign, sign, sign);
    put(Inst::kIdVpcmpgtq, sign, sign, a);
    put(Inst::kIdVpxor, turned, a, sign);
    put(Inst::kIdVpsrlvq, turned, turned, part(i.o[2], h));
    put(Inst::kIdVpxor, half(i.o[0], h), turned, sign);
  }
}

// By a table of four bits. W. Mula, N. Kurz, D. Lemire: Faster Population Counts Using AVX2
// Instructions, 2018.
void compiler::count_ones(const instruction& i) {
  const x86::Mem ones_of = each_lane<std::uint8_t>(
      [](std::size_t n) { return __builtin_popcount(static_cast<unsigned>(n % 16)); });
  const x86::Mem low_bits = everywhere(0x0f, 1);
  for (unsigned h = 0; h < 2; ++h) {
    const x86::Ymm a = in_register(i.o[1], h), table = temporary(), low = temporary(),
                   high = temporary();
    put(Inst::kIdVmovdqa, table, ones_of);
    put(Inst::kIdVpand, low, a, low_bits);
    put(Inst::kIdVpsrld, high, a, asmjit::Imm(4));
    put(Inst::kIdVpand, high, high, low_bits);
    put(Inst::kIdVpshufb, low, table, low);
    put(Inst::kIdVpshufb, high, table, high);
    put(Inst::kIdVpaddb, low, low, high);
    put(Inst::kIdVpmaddubsw, low, low, everywhere(1, 1));
    put(Inst::kIdVpmaddwd, half(i.o[0], h), low, everywhere(1, 2));
  }
}

// By the exponent of the highest bit as a float. The bit below it is cleared, lest it be rounded
// up.
void compiler::count_leading(const instruction& i) {
  constexpr std::uint32_t exponent_of_31 = 127 + 31;
  for (unsigned h = 0; h < 2; ++h) {
    const x86::Ymm a = in_register(i.o[1], h), made = temporary(), left = temporary();
    put(Inst::kIdVpsrld, made, a, asmjit::Imm(1));
    put(Inst::kIdVpandn, made, made, a);
    put(Inst::kIdVcvtdq2ps, made, made);
    put(Inst::kIdVpsrld, made, made, asmjit::Imm(23));
    put(Inst::kIdVmovdqa, left, everywhere(exponent_of_31, 4));
    put(Inst::kIdVpsubd, made, left, made);
    put(Inst::kIdVpminsd, made, made, everywhere(32, 4));  // of zero
    put(Inst::kIdVpxor, left, left, left);
    put(Inst::kIdVpmaxsd, half(i.o[0], h), made, left);  // of what is negative as an integer
  }
}

// The smaller or the larger of two numbers. Of zeros with different signs, the host's instructions
// give the second operand. The emitter replaces what comes of NaN.
void compiler::choose_float(const instruction& i) {
  const bool least = (i.o[3].as<asmjit::Imm>().value() & 1) == 0;
  for (unsigned h = 0; h < 2; ++h) {
    const x86::Ymm a = half(i.o[1], h), b = half(i.o[2], h), one = temporary(), other = temporary();
    const InstId id = least ? Inst::kIdVminps : Inst::kIdVmaxps;
    put(id, one, a, b);
    put(id, other, b, a);
    put(least ? Inst::kIdVpor : Inst::kIdVpand, half(i.o[0], h), one, other);
  }
}

// A function of two operands that is 0 where both are; bit 2 b + c of the table is its value.
x86::Ymm compiler::of_two(unsigned table, const x86::Ymm& b, const x86::Ymm& c) {
  enum : unsigned { none = 0, only_c = 2, only_b = 4, differ = 6, both = 8, is_c = 10, is_b = 12 };
  if (table == is_c) return c;
  if (table == is_b) return b;
  const x86::Ymm made = temporary();
  if (table == none)
    put(Inst::kIdVpxor, made, made, made);
  else if (table == only_c)
    put(Inst::kIdVpandn, made, b, c);
  else if (table == only_b)
    put(Inst::kIdVpandn, made, c, b);
  else if (table == differ)
    put(Inst::kIdVpxor, made, b, c);
  else if (table == both)
    put(Inst::kIdVpand, made, b, c);
  else
    put(Inst::kIdVpor, made, b, c);
  return made;
}

// Any function of the result (a) and two operands. With f0 for a = 0 and g = f0 ^ f1 it is
// f0 ^ (a & g).
void compiler::look_up(const instruction& i) {
  const auto table = static_cast<unsigned>(i.o[3].as<asmjit::Imm>().value());
  constexpr unsigned all = 15;
  const unsigned if_not = table & all, if_so = table >> 4 & all, turns = if_not ^ if_so;
  const auto without_ones = [](unsigned f) { return (f & 1) != 0 ? f ^ all : f; };
  std::optional<std::array<x86::Ymm, 2>> where;
  if (i.lanes) where = expand(*i.lanes, 4);
  for (unsigned h = 0; h < 2; ++h) {
    const x86::Ymm a = half(i.o[0], h), b = half(i.o[1], h), c = in_register(i.o[2], h);
    const x86::Ymm made = temporary();
    if (if_so == all && (if_not & 1) == 0) {
      put(Inst::kIdVpor, made, a, of_two(if_not, b, c));
    } else {
      const x86::Ymm turned = of_two(without_ones(turns), b, c);
      if ((turns & 1) != 0)
        put(Inst::kIdVpandn, made, turned, a);
      else
        put(Inst::kIdVpand, made, turned, a);
      put(Inst::kIdVpxor, made, made, of_two(without_ones(if_not), b, c));
      if ((if_not & 1) != 0) put(Inst::kIdVpxor, made, made, everywhere(~std::uint64_t{0}, 8));
    }
    if (where)
      blend(a, a, made, (*where)[h], 4);
    else
      put(Inst::kIdVmovdqa, a, made);
  }
}

}  // namespace lockstep::simt::jit::avx2
