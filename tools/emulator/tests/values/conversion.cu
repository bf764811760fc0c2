// Conversions (PTX ISA 9.7.9.21 to 9.7.9.23).
#include "form.hpp"

namespace {

FAMILY("conversion");

// clang-format off
// Between integers: a register wider than its type is truncated as a source, extended as a destination.
#define FROM_INTEGER(to, d)                                                                \
  UNARY(cvt.to.u8, d, i16)  UNARY(cvt.to.s8, d, i16)  UNARY(cvt.to.u16, d, i16)            \
  UNARY(cvt.to.s16, d, i16) UNARY(cvt.to.u32, d, i32) UNARY(cvt.to.s32, d, i32)            \
  UNARY(cvt.to.u64, d, i64) UNARY(cvt.to.s64, d, i64)
FROM_INTEGER(u8, i32)
FROM_INTEGER(s8, i32)
FROM_INTEGER(u16, i16)
FROM_INTEGER(s16, i32)
FROM_INTEGER(u32, i32)
FROM_INTEGER(s32, i64)
FROM_INTEGER(u64, i64)
FROM_INTEGER(s64, i64)
#define SATURATED(to, d) \
  UNARY(cvt.sat.to.u32, d, i32) UNARY(cvt.sat.to.s32, d, i32) UNARY(cvt.sat.to.u64, d, i64) UNARY(cvt.sat.to.s64, d, i64)
SATURATED(u8, i32)
SATURATED(s8, i32)
SATURATED(u16, i16)
SATURATED(s16, i16)
UNARY(cvt.sat.u8.s16, i32, i16)
UNARY(cvt.sat.u32.s32, i32, i32)
UNARY(cvt.sat.s32.u32, i32, i32)
UNARY(cvt.sat.u32.s64, i32, i64)
UNARY(cvt.sat.s32.s64, i32, i64)
UNARY(cvt.sat.u64.s64, i64, i64)

// To floating point.
#define EACH_INTEGER(rounding, to)                                                         \
  UNARY(cvt.rounding.to.u16, to, i16) UNARY(cvt.rounding.to.s16, to, i16)                  \
  UNARY(cvt.rounding.to.u32, to, i32) UNARY(cvt.rounding.to.s32, to, i32)                  \
  UNARY(cvt.rounding.to.u64, to, i64) UNARY(cvt.rounding.to.s64, to, i64)
#define EACH_ROUNDING(to) EACH_INTEGER(rn, to) EACH_INTEGER(rz, to) EACH_INTEGER(rm, to) EACH_INTEGER(rp, to)
EACH_ROUNDING(f32)
EACH_ROUNDING(f64)
EACH_ROUNDING(f16)
EACH_ROUNDING(bf16)
UNARY(cvt.rn.f32.u8, f32, i16)
UNARY(cvt.rn.f32.s8, f32, i16)
UNARY(cvt.rn.f64.u8, f64, i16)
UNARY(cvt.rn.f16.s8, f16, i16)

// From floating point.
#define TO_INTEGER(rounding, from)                                                         \
  UNARY(cvt.rounding.u16.from, i16, from) UNARY(cvt.rounding.s16.from, i16, from)          \
  UNARY(cvt.rounding.u32.from, i32, from) UNARY(cvt.rounding.s32.from, i32, from)          \
  UNARY(cvt.rounding.u64.from, i64, from) UNARY(cvt.rounding.s64.from, i64, from)
#define EACH_INTEGRAL(from) TO_INTEGER(rni, from) TO_INTEGER(rzi, from) TO_INTEGER(rmi, from) TO_INTEGER(rpi, from)
EACH_INTEGRAL(f32)
EACH_INTEGRAL(f64)
EACH_INTEGRAL(f16)
EACH_INTEGRAL(bf16)
#define TO_BYTE(from) UNARY(cvt.rzi.u8.from, i32, from) UNARY(cvt.rzi.s8.from, i32, from)
TO_BYTE(f32)
TO_BYTE(f64)
TO_BYTE(f16)
UNARY(cvt.rpi.ftz.s32.f32, i32, f32)
UNARY(cvt.rmi.ftz.s32.f32, i32, f32)
UNARY(cvt.rzi.sat.u8.f32, i32, f32)
// clang-format on

// Between floating point types.
UNARY(cvt.rn.f32.f64, f32, f64)
UNARY(cvt.rz.f32.f64, f32, f64)
UNARY(cvt.rm.f32.f64, f32, f64)
UNARY(cvt.rp.f32.f64, f32, f64)
UNARY(cvt.rn.ftz.f32.f64, f32, f64)
UNARY(cvt.rn.sat.f32.f64, f32, f64)
UNARY(cvt.f64.f32, f64, f32)
UNARY(cvt.ftz.f64.f32, f64, f32)
UNARY(cvt.f32.f16, f32, f16)
UNARY(cvt.ftz.f32.f16, f32, f16)
UNARY(cvt.sat.f32.f16, f32, f16)
UNARY(cvt.f64.f16, f64, f16)
UNARY(cvt.f32.bf16, f32, bf16)
UNARY(cvt.f64.bf16, f64, bf16)
UNARY(cvt.rn.f16.f32, f16, f32)
UNARY(cvt.rz.f16.f32, f16, f32)
UNARY(cvt.rm.f16.f32, f16, f32)
UNARY(cvt.rp.f16.f32, f16, f32)
UNARY(cvt.rn.ftz.f16.f32, f16, f32)
UNARY(cvt.rn.sat.f16.f32, f16, f32)
UNARY(cvt.rn.relu.f16.f32, f16, f32)
UNARY(cvt.rn.f16.f64, f16, f64)
UNARY(cvt.rp.f16.f64, f16, f64)
UNARY(cvt.rn.bf16.f32, bf16, f32)
UNARY(cvt.rz.bf16.f32, bf16, f32)
UNARY(cvt.rm.bf16.f32, bf16, f32)
UNARY(cvt.rp.bf16.f32, bf16, f32)
UNARY(cvt.rn.relu.bf16.f32, bf16, f32)
UNARY(cvt.rn.bf16.f64, bf16, f64)
UNARY(cvt.rz.bf16.f64, bf16, f64)
UNARY(cvt.rn.bf16.f16, bf16, f16)
UNARY(cvt.rp.bf16.f16, bf16, f16)
UNARY(cvt.rn.f16.bf16, f16, bf16)
UNARY(cvt.rz.f16.bf16, f16, bf16)
#define TO_WHOLE(type)                 \
  UNARY(cvt.rni.type.type, type, type) \
  UNARY(cvt.rzi.type.type, type, type) \
  UNARY(cvt.rmi.type.type, type, type) UNARY(cvt.rpi.type.type, type, type)
TO_WHOLE(f32)
TO_WHOLE(f64)
TO_WHOLE(f16)
TO_WHOLE(bf16)
UNARY(cvt.sat.f32.f32, f32, f32)
UNARY(cvt.ftz.f32.f32, f32, f32)
UNARY(cvt.rni.sat.f32.f32, f32, f32)
UNARY(cvt.sat.f64.f64, f64, f64)
UNARY(cvt.rna.tf32.f32, f32, f32)
UNARY(cvt.rn.tf32.f32, f32, f32)
UNARY(cvt.rz.tf32.f32, f32, f32)
UNARY(cvt.rn.relu.tf32.f32, f32, f32)

UNARY(cvt.rna.satfinite.tf32.f32, f32, f32)
UNARY(cvt.rn.relu.satfinite.f16.f32, f16, f32)
UNARY(cvt.rn.relu.satfinite.bf16.f32, bf16, f32)
UNARY(cvt.sat.f16.f16, f16, f16)

// Packed.
BINARY(cvt.rn.satfinite.f16x2.f32, f16x2, f32, f32)
BINARY(cvt.rn.satfinite.bf16x2.f32, bf16x2, f32, f32)
BINARY(cvt.rn.f16x2.f32, f16x2, f32, f32)
BINARY(cvt.rz.f16x2.f32, f16x2, f32, f32)
BINARY(cvt.rn.relu.f16x2.f32, f16x2, f32, f32)
BINARY(cvt.rn.bf16x2.f32, bf16x2, f32, f32)
BINARY(cvt.rz.bf16x2.f32, bf16x2, f32, f32)
BINARY(cvt.rz.relu.bf16x2.f32, bf16x2, f32, f32)
BINARY(cvt.rn.satfinite.e4m3x2.f32, e4m3x2, f32, f32)
BINARY(cvt.rn.satfinite.relu.e4m3x2.f32, e4m3x2, f32, f32)
BINARY(cvt.rn.satfinite.e5m2x2.f32, e5m2x2, f32, f32)
UNARY(cvt.rn.satfinite.e4m3x2.f16x2, e4m3x2, f16x2)
UNARY(cvt.rn.satfinite.e5m2x2.f16x2, e5m2x2, f16x2)
UNARY(cvt.rn.satfinite.relu.e5m2x2.f16x2, e5m2x2, f16x2)
UNARY(cvt.rn.f16x2.e4m3x2, f16x2, e4m3x2)
UNARY(cvt.rn.relu.f16x2.e4m3x2, f16x2, e4m3x2)
UNARY(cvt.rn.f16x2.e5m2x2, f16x2, e5m2x2)
BINARY(cvt.pack.sat.u16.s32, i32, i32, i32)
BINARY(cvt.pack.sat.s16.s32, i32, i32, i32)
TERNARY(cvt.pack.sat.u8.s32.b32, i32, i32, i32, i32)
TERNARY(cvt.pack.sat.s8.s32.b32, i32, i32, i32, i32)

}  // namespace
