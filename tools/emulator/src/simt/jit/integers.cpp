// Integers, logic and shifts: semantics/integer_operations.hpp and bit_operations.hpp, 16 lanes of
// 32 bits or 8 of 64 at a time.
#include "simt/jit/emitter.hpp"

namespace lockstep::simt::jit {

using ptx::scalar;
using enum operation_kind;

// The last part first: a source that is the same for all lanes may be the result's first register.
void emitter::binary(asmjit::InstId id, std::uint32_t s, std::uint8_t bytes, bool as_float) {
  const step& one = flow_.steps()[s];
  const row_value a = read(one.a, as_float), b = read(one.b, as_float);
  result r = begin(one.d, bytes, a.varying || b.varying);
  r.loose = as_float;
  for (unsigned i = r.parts; i-- > 0;)
    cc_.emit(id, r.registers[i], in_register(a, i), operand(b, i));
  end(r);
}

void emitter::unary(asmjit::InstId id, std::uint32_t s, std::uint8_t bytes) {
  const step& one = flow_.steps()[s];
  const row_value a = read(one.a);
  const result r = begin(one.d, bytes, a.varying);
  for (unsigned i = r.parts; i-- > 0;) cc_.emit(id, r.registers[i], operand(a, i));
  end(r);
}

void emitter::emit_integer(std::uint32_t s) {
  const operation& what = flow_.operation_at(s);
  const std::uint8_t bytes = bytes_of(what.type);
  const bool wide = bytes == 8, sign = ptx::is_signed(what.type);
  const auto of_width = [&](asmjit::InstId narrow, asmjit::InstId other,
                            asmjit::InstId half = Inst::kIdNone) {
    binary(wide ? other : bytes == 2 && half != Inst::kIdNone ? half : narrow, s, bytes);
  };
  switch (what.kind) {
    case add:
      return of_width(Inst::kIdVpaddd, Inst::kIdVpaddq, Inst::kIdVpaddw);
    case sub:
      return of_width(Inst::kIdVpsubd, Inst::kIdVpsubq, Inst::kIdVpsubw);
    case mul:
      return of_width(Inst::kIdVpmulld, Inst::kIdVpmullq, Inst::kIdVpmullw);
    case mad:
      return emit_mad(s);
    case mul_hi:
      return emit_high_product(s);
    case mul_wide:
    case mad_wide:
      return emit_wide_product(s);
    case operation_kind::min:
      return sign ? of_width(Inst::kIdVpminsd, Inst::kIdVpminsq, Inst::kIdVpminsw)
                  : of_width(Inst::kIdVpminud, Inst::kIdVpminuq, Inst::kIdVpminuw);
    case operation_kind::max:
      return sign ? of_width(Inst::kIdVpmaxsd, Inst::kIdVpmaxsq, Inst::kIdVpmaxsw)
                  : of_width(Inst::kIdVpmaxud, Inst::kIdVpmaxuq, Inst::kIdVpmaxuw);
    case operation_kind::abs:
      return unary(wide ? Inst::kIdVpabsq : Inst::kIdVpabsd, s, bytes);
    case operation_kind::div:
    case rem:
      return emit_division(s);
    case bit_and:
      return of_width(Inst::kIdVpandd, Inst::kIdVpandq);
    case bit_or:
      return of_width(Inst::kIdVpord, Inst::kIdVporq);
    case bit_xor:
      return of_width(Inst::kIdVpxord, Inst::kIdVpxorq);
    case shl:
    case shr:
      return emit_shift(s);
    case shf_left_wrap:
    case shf_right_wrap:
      return emit_funnel(s);
    case popc:
      return unary(Inst::kIdVpopcntd, s, bytes);
    case clz:
      return unary(Inst::kIdVplzcntd, s, bytes);
    default:
      return emit_table(s);
  }
}

void emitter::emit_mad(std::uint32_t s) {
  const step& one = flow_.steps()[s];
  const std::uint8_t bytes = bytes_of(flow_.operation_at(s).type);
  const row_value a = read(one.a), b = read(one.b), c = read(one.c);
  const result r = begin(one.d, bytes, a.varying || b.varying || c.varying);
  for (unsigned i = r.parts; i-- > 0;) {
    const x86::Zmm product = new_zmm();
    cc_.emit(bytes == 8 ? Inst::kIdVpmullq : Inst::kIdVpmulld, product, in_register(a, i),
             operand(b, i));
    cc_.emit(bytes == 8 ? Inst::kIdVpaddq : Inst::kIdVpaddd, r.registers[i], product,
             operand(c, i));
  }
  end(r);
}

// lop3 by its table; neg and not by one of their own.
void emitter::emit_table(std::uint32_t s) {
  const step& one = flow_.steps()[s];
  const operation& what = flow_.operation_at(s);
  const std::uint8_t bytes = bytes_of(what.type);
  const row_value a = read(one.a);
  if (what.kind != lop3) {
    const result r = begin(one.d, bytes, a.varying);
    for (unsigned i = r.parts; i-- > 0;) {
      if (what.kind == neg) {
        const x86::Zmm zero = new_zmm();
        cc_.vpxord(zero, zero, zero);
        cc_.emit(bytes == 8 ? Inst::kIdVpsubq : Inst::kIdVpsubd, r.registers[i], zero,
                 operand(a, i));
      } else {
        cc_.vpxord(r.registers[i], in_register(a, i), constant(~std::uint64_t{0}, 8));
      }
    }
    return end(r);
  }
  const row_value b = read(one.b), c = read(one.c);
  const result r = begin(one.d, bytes, a.varying || b.varying || c.varying);
  for (unsigned i = r.parts; i-- > 0;) {
    const x86::Zmm made = new_zmm();
    cc_.emit(Inst::kIdVmovdqa32, made, operand(a, i));
    cc_.emit(Inst::kIdVpternlogd, made, in_register(b, i), operand(c, i),
             asmjit::Imm(static_cast<std::int64_t>(one.immediate & 0xff)));
    cc_.vmovdqa32(r.registers[i], made);
  }
  end(r);
}

void emitter::emit_shift(std::uint32_t s) {
  const step& one = flow_.steps()[s];
  const operation& what = flow_.operation_at(s);
  const std::uint8_t bytes = bytes_of(what.type);
  const bool sign = ptx::is_signed(what.type);
  const row_value a = read(one.a), by = read(one.b);
  const result r = begin(one.d, bytes, a.varying || by.varying, bytes == 8);
  // The host's shifts by a variable amount give what is left of the bits, as those of PTX do.
  const asmjit::InstId id = what.kind == shl ? (bytes == 8 ? Inst::kIdVpsllvq : Inst::kIdVpsllvd)
                            : sign           ? (bytes == 8 ? Inst::kIdVpsravq : Inst::kIdVpsravd)
                                             : (bytes == 8 ? Inst::kIdVpsrlvq : Inst::kIdVpsrlvd);
  for (unsigned i = r.parts; i-- > 0;) {
    if (bytes == 4) {
      cc_.emit(id, r.registers[i], in_register(a, i), operand(by, i));
      continue;
    }
    const x86::Zmm amount = new_zmm();
    cc_.vpmovzxdq(amount, half_in_register(by, i));
    cc_.emit(id, r.registers[i], in_register(a, i), amount);
  }
  end(r);
}

// The upper or lower half of a pair (b, a) that is shifted by c mod 32.
void emitter::emit_funnel(std::uint32_t s) {
  const step& one = flow_.steps()[s];
  const bool left = flow_.operation_at(s).kind == shf_left_wrap;
  const row_value a = read(one.a), b = read(one.b), c = read(one.c);
  const result r = begin(one.d, 4, a.varying || b.varying || c.varying);
  for (unsigned i = r.parts; i-- > 0;) {
    const x86::Zmm by = new_zmm(), rest = new_zmm(), upper = new_zmm(), lower = new_zmm();
    cc_.vpandd(by, in_register(c, i), constant(31, 4));
    cc_.vmovdqa32(rest, constant(32, 4));
    cc_.vpsubd(rest, rest, by);
    cc_.vpsllvd(upper, in_register(b, i), left ? by : rest);
    cc_.vpsrlvd(lower, in_register(a, i), left ? rest : by);
    cc_.vpord(r.registers[i], upper, lower);
  }
  end(r);
}

void emitter::emit_wide_product(std::uint32_t s) {
  const step& one = flow_.steps()[s];
  const operation& what = flow_.operation_at(s);
  const bool sign = ptx::is_signed(what.type), adds = what.kind == mad_wide;
  const row_value a = read(one.a), b = read(one.b);
  const row_value c = adds ? read(one.c) : row_value{};
  const result r = begin(one.d, 8, a.varying || b.varying || (adds && c.varying), true);
  for (unsigned i = 0; i < r.parts; ++i) {
    const x86::Zmm x = new_zmm(), y = new_zmm();
    cc_.vpmovzxdq(x, half_in_register(a, i));  // vpmuldq looks at the lower halves only
    cc_.vpmovzxdq(y, half_in_register(b, i));
    if (sign)
      cc_.vpmuldq(r.registers[i], x, y);
    else
      cc_.vpmuludq(r.registers[i], x, y);
    if (adds) cc_.emit(Inst::kIdVpaddq, r.registers[i], r.registers[i], operand(c, i));
  }
  end(r);
}

void emitter::emit_high_product(std::uint32_t s) {
  const step& one = flow_.steps()[s];
  const bool sign = ptx::is_signed(flow_.operation_at(s).type);
  const row_value a = read(one.a), b = read(one.b);
  const result r = begin(one.d, 4, a.varying || b.varying);
  const x86::KReg odd = new_k();
  const x86::Gp bits = new_u64().r32();
  cc_.mov(bits, 0xaaaa);
  cc_.kmovw(odd, bits);
  const asmjit::InstId id = sign ? Inst::kIdVpmuldq : Inst::kIdVpmuludq;
  for (unsigned i = r.parts; i-- > 0;) {
    const x86::Zmm even = new_zmm(), other = new_zmm(), x = in_register(a, i),
                   y = in_register(b, i), x_odd = new_zmm(), y_odd = new_zmm();
    cc_.emit(id, even, x, y);
    cc_.vpsrlq(x_odd, x, 32);
    cc_.vpsrlq(y_odd, y, 32);
    cc_.emit(id, other, x_odd, y_odd);
    cc_.vpsrlq(even, even, 32);
    cc_.k(odd).vmovdqa32(even, other);
    cc_.vmovdqa32(r.registers[i], even);
  }
  end(r);
}

// By way of double: see divide_u32 in semantics/integer.cpp.
void emitter::emit_division(std::uint32_t s) {
  const step& one = flow_.steps()[s];
  const operation& what = flow_.operation_at(s);
  const bool sign = ptx::is_signed(what.type);
  const row_value a = read(one.a), b = read(one.b);
  const result r = begin(one.d, 4, a.varying || b.varying, true);
  for (unsigned i = 0; i < r.parts; ++i) {
    const x86::Zmm quotient = new_zmm();
    for (unsigned half = 0; half < 2; ++half) {
      const x86::Zmm x = new_zmm(), y = new_zmm();
      const x86::Ymm from = half_in_register(a, 2 * i + half),
                     by = half_in_register(b, 2 * i + half);
      cc_.emit(sign ? Inst::kIdVcvtdq2pd : Inst::kIdVcvtudq2pd, x, from);
      cc_.emit(sign ? Inst::kIdVcvtdq2pd : Inst::kIdVcvtudq2pd, y, by);
      cc_.vdivpd(x, x, y);
      const x86::Ymm whole = half == 0 ? quotient.ymm() : new_zmm().ymm();
      cc_.emit(sign ? Inst::kIdVcvttpd2dq : Inst::kIdVcvttpd2udq, whole, x);
      if (half == 1) cc_.vinserti64x4(quotient, quotient, whole, 1);
    }
    const x86::KReg by_zero = new_k();
    const x86::Zmm y = in_register(b, i);
    cc_.vptestnmd(by_zero, y, y);
    if (what.kind == rem) {
      cc_.vpmulld(quotient, quotient, y);
      cc_.emit(Inst::kIdVpsubd, r.registers[i], in_register(a, i), quotient);
    } else {
      cc_.vmovdqa32(r.registers[i], quotient);
    }
    cc_.k(by_zero).vpternlogd(r.registers[i], r.registers[i], r.registers[i], 0xff);
  }
  end(r);
}

}  // namespace lockstep::simt::jit
