// Floating point, 32 and 64 bits, correctly rounded (PTX ISA 9.7.3).
#include "form.hpp"

namespace {

FAMILY("floating");

#define EACH_ROUNDING_2(op)            \
  BINARY(op.rn.f32, f32, f32, f32)     \
  BINARY(op.rz.f32, f32, f32, f32)     \
  BINARY(op.rm.f32, f32, f32, f32)     \
  BINARY(op.rp.f32, f32, f32, f32)     \
  BINARY(op.rn.ftz.f32, f32, f32, f32) \
  BINARY(op.rn.f64, f64, f64, f64)     \
  BINARY(op.rz.f64, f64, f64, f64)     \
  BINARY(op.rm.f64, f64, f64, f64)     \
  BINARY(op.rp.f64, f64, f64, f64)
EACH_ROUNDING_2(add)
EACH_ROUNDING_2(sub)
EACH_ROUNDING_2(mul)
EACH_ROUNDING_2(div)
BINARY(add.f32, f32, f32, f32)
BINARY(sub.f32, f32, f32, f32)
BINARY(mul.f32, f32, f32, f32)
BINARY(add.sat.f32, f32, f32, f32)
BINARY(sub.sat.f32, f32, f32, f32)
BINARY(mul.sat.f32, f32, f32, f32)
BINARY(mul.ftz.sat.f32, f32, f32, f32)

#define FMA(modifiers, type) TERNARY(fma.modifiers.type, type, type, type, type)
FMA(rn, f32)
FMA(rz, f32)
FMA(rm, f32)
FMA(rp, f32)
FMA(rn.ftz, f32)
FMA(rn.sat, f32)
FMA(rn, f64)
FMA(rz, f64)
FMA(rm, f64)
FMA(rp, f64)
TERNARY(mad.rn.f32, f32, f32, f32, f32)
TERNARY(mad.rn.f64, f64, f64, f64, f64)

#define EACH_ROUNDING_1(op)      \
  UNARY(op.rn.f32, f32, f32)     \
  UNARY(op.rz.f32, f32, f32)     \
  UNARY(op.rm.f32, f32, f32)     \
  UNARY(op.rp.f32, f32, f32)     \
  UNARY(op.rn.ftz.f32, f32, f32) \
  UNARY(op.rn.f64, f64, f64)     \
  UNARY(op.rz.f64, f64, f64)     \
  UNARY(op.rm.f64, f64, f64)     \
  UNARY(op.rp.f64, f64, f64)
EACH_ROUNDING_1(rcp)
EACH_ROUNDING_1(sqrt)

UNARY(abs.f32, f32, f32)
UNARY(abs.ftz.f32, f32, f32)
UNARY(abs.f64, f64, f64)
UNARY(neg.f32, f32, f32)
UNARY(neg.ftz.f32, f32, f32)
UNARY(neg.f64, f64, f64)
BINARY(copysign.f32, f32, f32, f32)
BINARY(copysign.f64, f64, f64, f64)

#define MIN_MAX(op)                             \
  BINARY(op.f32, f32, f32, f32)                 \
  BINARY(op.ftz.f32, f32, f32, f32)             \
  BINARY(op.NaN.f32, f32, f32, f32)             \
  BINARY(op.ftz.NaN.f32, f32, f32, f32)         \
  BINARY(op.xorsign.abs.f32, f32, f32, f32)     \
  BINARY(op.NaN.xorsign.abs.f32, f32, f32, f32) \
  BINARY(op.f64, f64, f64, f64)
MIN_MAX(min)
MIN_MAX(max)

}  // namespace
