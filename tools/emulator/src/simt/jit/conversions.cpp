// Comparison, selection, copies and conversions.
#include "simt/jit/emitter.hpp"
#include "simt/semantics/setp_form.hpp"

namespace lockstep::simt::jit {

using ptx::scalar;
using enum operation_kind;

// A bit for each lane for which the relation holds.
x86::Gp emitter::compared(std::uint32_t s) {
  const step& one = flow_.steps()[s];
  const operation& what = flow_.operation_at(s);
  const std::uint8_t bytes = bytes_of(what.type);
  const bool wide = bytes == 8, floating = is_floating(what.type);
  const bool sign = ptx::is_signed(what.type);
  if (bytes == 2) {
    const row_value a = read(one.a), b = read(one.b);
    const x86::KReg k = new_k();
    cc_.emit(sign ? Inst::kIdVpcmpw : Inst::kIdVpcmpuw, k, in_register(a, 0), operand(b, 0),
             asmjit::Imm(what.relation));
    const x86::Gp mask = new_u64().r32();
    cc_.kmovd(mask, k);
    return mask;
  }
  const asmjit::InstId id = floating ? (wide ? Inst::kIdVcmppd : Inst::kIdVcmpps)
                            : sign   ? (wide ? Inst::kIdVpcmpq : Inst::kIdVpcmpd)
                                     : (wide ? Inst::kIdVpcmpuq : Inst::kIdVpcmpud);
  const row_value a = read(one.a, floating), b = read(one.b, floating);
  const bool varying = a.varying || b.varying;
  std::array<x86::KReg, 4> k;
  for (unsigned i = 0; i < (varying ? bytes / 2u : 1u); ++i) {
    k[i] = new_k();
    cc_.emit(id, k[i], in_register(a, i), operand(b, i), asmjit::Imm(what.relation));
  }
  const x86::Gp mask = new_u64().r32();
  if (!varying) {
    cc_.kmovw(mask, k[0]);
    if (wide)
      cc_.movsx(mask, mask.r8());
    else
      cc_.movsx(mask, mask.r16());
    return mask;
  }
  if (wide) {
    cc_.kunpckbw(k[0], k[1], k[0]);
    cc_.kunpckbw(k[2], k[3], k[2]);
  }
  const x86::KReg& upper = k[wide ? 2 : 1];
  cc_.kunpckwd(k[0], upper, k[0]);
  cc_.kmovd(mask, k[0]);
  return mask;
}

void emitter::emit_comparison(std::uint32_t s) {
  const step& one = flow_.steps()[s];
  const x86::Gp holds = compared(s);
  if (flow_.operation_at(s).kind == compare) return write_mask(one.d, holds);
  const setp_form form = setp_form::unpack(one.immediate);
  x86::Gp other = new_u64().r32();
  cc_.mov(other, holds);
  cc_.not_(other);
  if (form.combine != setp_form::no_combine) {
    const x86::Gp with = new_u64().r32();
    cc_.mov(with, mask_of(one.c));
    if (form.negate_c) cc_.not_(with);
    for (const x86::Gp& mask : {holds, other}) {
      if (form.combine == setp_form::with_and)
        cc_.and_(mask, with);
      else if (form.combine == setp_form::with_or)
        cc_.or_(mask, with);
      else
        cc_.xor_(mask, with);
    }
  }
  if (form.has_first) write_mask(one.d, holds);
  if (form.has_second) write_mask(one.extra, other);
}

void emitter::emit_select(std::uint32_t s) {
  const step& one = flow_.steps()[s];
  const std::uint8_t bytes = bytes_of(flow_.operation_at(s).type);
  const auto state_of = [&](std::uint32_t row) { return states_[flow_.number_of(row)]; };
  const bool exact =
      state_of(one.a).nan == nan_bits::exact || state_of(one.b).nan == nan_bits::exact;
  const row_value a = read(one.a, !exact), b = read(one.b, !exact);
  const bool varying = a.varying || b.varying || state_of(one.c).varying;
  const x86::Gp first = new_u64().r32();
  cc_.mov(first, mask_of(one.c));
  if (one.immediate != 0) cc_.not_(first);
  if (!varying) {  // what the active lanes say, for all
    cc_.and_(first, executing_.mask);
    cc_.neg(first);
    cc_.sbb(first, first);
  }
  result r = begin(one.d, bytes, varying);
  r.loose = !exact && bytes == 4;
  for (unsigned i = r.parts; i-- > 0;) {
    const x86::KReg k = mask_of_part(first, bytes, i);
    const x86::Zmm otherwise = in_register(b, i);
    const asmjit::InstId id = bytes == 8   ? Inst::kIdVpblendmq
                              : bytes == 4 ? Inst::kIdVpblendmd
                                           : Inst::kIdVpblendmw;
    cc_.k(k).emit(id, r.registers[i], otherwise, operand(a, i));
  }
  end(r);
}

void emitter::emit_copy(std::uint32_t s) {
  const step& one = flow_.steps()[s];
  const std::uint8_t bytes = bytes_of(flow_.operation_at(s).type);
  const bool keeps_loose = !is_partial();
  const row_value a = read(one.a, keeps_loose);
  const result r = begin(one.d, bytes, a.varying);
  for (unsigned i = r.parts; i-- > 0;) cc_.emit(Inst::kIdVmovdqa32, r.registers[i], operand(a, i));
  end(r);
}

// Between integers. What is narrower is half of a register, or a quarter.
void emitter::emit_resize(std::uint32_t s) {
  const step& one = flow_.steps()[s];
  const operation& what = flow_.operation_at(s);
  const std::uint8_t from = bytes_of(what.from), to = bytes_of(what.type);
  const bool sign = ptx::is_signed(what.from);
  row_value a = read(one.a);
  const result r = begin(one.d, to, a.varying, from != to);
  if (from == to) {
    for (unsigned i = r.parts; i-- > 0;)
      cc_.emit(Inst::kIdVmovdqa32, r.registers[i], operand(a, i));
    return end(r);
  }
  while (a.bytes != to) {
    const bool last = a.bytes * 2 == to || a.bytes == to * 2;
    row_value next = a;
    next.in_memory = false;
    next.bytes = static_cast<std::uint8_t>(a.bytes < to ? a.bytes * 2 : a.bytes / 2);
    const unsigned parts = a.varying ? std::max(1u, next.bytes / 2u) : 1;
    for (unsigned i = 0; i < parts; ++i) {
      const x86::Zmm made = last ? r.registers[i] : new_zmm();
      next.registers[i] = made;
      if (a.bytes < to) {
        const x86::Ymm half = half_in_register(a, i);
        if (a.bytes == 2)
          cc_.emit(sign ? Inst::kIdVpmovsxwd : Inst::kIdVpmovzxwd, made, half);
        else
          cc_.emit(sign ? Inst::kIdVpmovsxdq : Inst::kIdVpmovzxdq, made, half);
        continue;
      }
      const asmjit::InstId id = a.bytes == 8 ? Inst::kIdVpmovqd : Inst::kIdVpmovdw;
      const x86::Zmm low = in_register(a, 2 * i), high = in_register(a, 2 * i + 1);
      const x86::Ymm upper = new_zmm().ymm();
      cc_.emit(id, made.ymm(), low);
      cc_.emit(id, upper, high);
      cc_.vinserti64x4(made, made, upper, 1);
    }
    a = next;
  }
  end(r);
}

void emitter::emit_conversion(std::uint32_t s) {
  const step& one = flow_.steps()[s];
  const operation& what = flow_.operation_at(s);
  const bool wide = what.type == scalar::f64, sign = ptx::is_signed(what.from);
  const row_value a = read(one.a);
  if (what.kind == to_float && !wide) {
    const result r = begin(one.d, 4, a.varying);
    for (unsigned i = r.parts; i-- > 0;)
      cc_.emit(sign ? Inst::kIdVcvtdq2ps : Inst::kIdVcvtudq2ps, r.registers[i], operand(a, i));
    return end(r);
  }
  const result r = begin(one.d, wide ? 8 : 4, a.varying, true);
  for (unsigned i = 0; i < r.parts; ++i) {
    if (wide) {
      const asmjit::InstId id = what.kind == float_width ? Inst::kIdVcvtps2pd
                                : sign                   ? Inst::kIdVcvtdq2pd
                                                         : Inst::kIdVcvtudq2pd;
      cc_.emit(id, r.registers[i], half_in_register(a, i));
      continue;
    }
    const x86::Ymm upper = new_zmm().ymm();
    cc_.vcvtpd2ps(r.registers[i].ymm(), in_register(a, 2 * i));
    cc_.vcvtpd2ps(upper, in_register(a, 2 * i + 1));
    cc_.vinserti64x4(r.registers[i], r.registers[i], upper, 1);
  }
  end(r);
}

// cvt.rzi from f32 to 32 bits: clamped to the range, NaN becomes 0.
void emitter::emit_to_integer(std::uint32_t s) {
  const step& one = flow_.steps()[s];
  const bool sign = ptx::is_signed(flow_.operation_at(s).type);
  const row_value a = read(one.a, true);
  const result r = begin(one.d, 4, a.varying);
  for (unsigned i = r.parts; i-- > 0;) {
    const x86::Zmm x = in_register(a, i), made = new_zmm();
    const x86::KReg too_large = new_k(), is_zero = new_k();
    const x86::Zmm limit = new_zmm();
    if (sign) {
      cc_.vcvttps2dq(made, x);
      cc_.vmovdqa32(limit, constant(0x4f000000, 4));  // 2^31
      cc_.vcmpps(too_large, x, limit, 0x1d);
      cc_.k(too_large).vmovdqa32(made, constant(0x7fffffff, 4));
      cc_.vcmpps(is_zero, x, x, 3);
    } else {
      cc_.vcvttps2udq(made, x);  // too large: all ones, as it should be
      cc_.vpxord(limit, limit, limit);
      cc_.vcmpps(is_zero, x, limit, 0x19);  // not >= 0
    }
    cc_.vpxord(limit, limit, limit);
    cc_.k(is_zero).vmovdqa32(made, limit);
    cc_.vmovdqa32(r.registers[i], made);
  }
  end(r);
}

}  // namespace lockstep::simt::jit
