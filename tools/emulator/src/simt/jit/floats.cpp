// Floating point (semantics/floating_operations.hpp). Of f32 a NaN is made the device's only when
// somebody looks at its bits (nan_bits); of f64, where it comes from an operand, the interpreter
// does the step.
#include "simt/jit/emitter.hpp"

namespace lockstep::simt::jit {

using enum operation_kind;

void emitter::emit_float(std::uint32_t s) {
  const operation& what = flow_.operation_at(s);
  const bool wide = what.type == ptx::scalar::f64;
  const auto id = [&](asmjit::InstId narrow, asmjit::InstId other) {
    return wide ? other : narrow;
  };
  const step& one = flow_.steps()[s];
  asmjit::InstId run = 0;
  switch (what.kind) {
    case fadd:
      run = id(Inst::kIdVaddps, Inst::kIdVaddpd);
      break;
    case fsub:
      run = id(Inst::kIdVsubps, Inst::kIdVsubpd);
      break;
    case fmul:
      run = id(Inst::kIdVmulps, Inst::kIdVmulpd);
      break;
    case fdiv:
      run = id(Inst::kIdVdivps, Inst::kIdVdivpd);
      break;
    case fma:
      return emit_fma(s);
    case operation_kind::fmin:
    case operation_kind::fmax:
      return emit_extremum(s);
    case operation_kind::fabs:
    case fneg:
      return emit_signs(s);
    default: {  // fsqrt, frcp
      const row_value a = read(one.a, true);
      result r = begin(one.d, bytes_of(what.type), a.varying, wide);
      r.loose = !wide;
      for (unsigned i = r.parts; i-- > 0;) {
        if (what.kind == fsqrt) {
          cc_.emit(id(Inst::kIdVsqrtps, Inst::kIdVsqrtpd), r.registers[i], operand(a, i));
          continue;
        }
        const x86::Zmm unit = new_zmm();
        cc_.vmovdqa32(unit, wide ? constant(0x3ff0000000000000, 8) : constant(0x3f800000, 4));
        cc_.emit(id(Inst::kIdVdivps, Inst::kIdVdivpd), r.registers[i], unit, operand(a, i));
      }
      if (wide) leave_at_nan(s, r);
      return end(r);
    }
  }
  if (!wide) return binary(run, s, 4, true);
  const row_value a = read(one.a), b = read(one.b);
  const result r = begin(one.d, 8, a.varying || b.varying, true);
  for (unsigned i = r.parts; i-- > 0;)
    cc_.emit(run, r.registers[i], in_register(a, i), operand(b, i));
  leave_at_nan(s, r);
  end(r);
}

// Of f64.
void emitter::leave_at_nan(std::uint32_t s, const result& r) {
  std::optional<x86::KReg> found;
  for (unsigned i = 0; i < r.parts; ++i) {
    const x86::KReg k = new_k();
    cc_.vcmppd(k, r.registers[i], r.registers[i], 3);
    if (r.varying) cc_.kandw(k, k, lanes_of_part(writing_, 8, i));
    if (found)
      cc_.korw(*found, *found, k);
    else
      found = k;
  }
  cc_.kortestw(*found, *found);
  cc_.jnz(exit_at(s));
}

void emitter::emit_fma(std::uint32_t s) {
  const step& one = flow_.steps()[s];
  const bool wide = flow_.operation_at(s).type == ptx::scalar::f64;
  const row_value a = read(one.a, true), b = read(one.b, true), c = read(one.c, true);
  result r = begin(one.d, wide ? 8 : 4, a.varying || b.varying || c.varying, wide);
  r.loose = !wide;
  const auto in_place = [&](const row_value& v) {
    return !wide && !keeps_others(r.number) && is_same(v, r) && v.varying == r.varying;
  };
  for (unsigned i = r.parts; i-- > 0;) {
    if (in_place(c)) {
      cc_.emit(Inst::kIdVfmadd231ps, r.registers[i], in_register(a, i), operand(b, i));
    } else if (in_place(a)) {
      cc_.emit(Inst::kIdVfmadd213ps, r.registers[i], in_register(b, i), operand(c, i));
    } else if (in_place(b)) {
      cc_.emit(Inst::kIdVfmadd213ps, r.registers[i], in_register(a, i), operand(c, i));
    } else {
      const x86::Zmm made = new_zmm();
      cc_.emit(Inst::kIdVmovdqa32, made, operand(c, i));
      cc_.emit(wide ? Inst::kIdVfmadd231pd : Inst::kIdVfmadd231ps, made, in_register(a, i),
               operand(b, i));
      cc_.vmovdqa32(r.registers[i], made);
    }
  }
  if (wide) leave_at_nan(s, r);
  end(r);
}

// A NaN loses against a number, whatever its bits, and -0 is below +0.
void emitter::emit_extremum(std::uint32_t s) {
  const step& one = flow_.steps()[s];
  const bool least = flow_.operation_at(s).kind == operation_kind::fmin;
  const row_value a = read(one.a, true), b = read(one.b, true);
  result r = begin(one.d, 4, a.varying || b.varying);
  r.loose = true;
  for (unsigned i = r.parts; i-- > 0;) {
    const x86::Zmm x = in_register(a, i), y = in_register(b, i), made = new_zmm();
    const x86::KReg no_x = new_k(), no_y = new_k();
    cc_.vcmpps(no_x, x, x, 3);
    cc_.vcmpps(no_y, y, y, 3);
    cc_.vrangeps(made, x, y, least ? 4 : 5);  // the sign of the result that is chosen
    cc_.k(no_x).vmovdqa32(made, y);
    cc_.k(no_y).vmovdqa32(made, x);
    cc_.vmovdqa32(r.registers[i], made);
  }
  end(r);
}

void emitter::emit_signs(std::uint32_t s) {
  const step& one = flow_.steps()[s];
  const bool clears = flow_.operation_at(s).kind == operation_kind::fabs;
  const row_value a = read(one.a, true);
  result r = begin(one.d, 4, a.varying);
  r.loose = true;
  for (unsigned i = r.parts; i-- > 0;) {
    const x86::Zmm x = in_register(a, i);
    if (clears)
      cc_.vpandd(r.registers[i], x, constant(0x7fffffff, 4));
    else
      cc_.vpxord(r.registers[i], x, constant(0x80000000, 4));
  }
  end(r);
}

}  // namespace lockstep::simt::jit
