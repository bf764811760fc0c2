// Integer arithmetic (PTX ISA 9.7.1) and extended precision (9.7.2).
#include "form.hpp"

namespace {

FAMILY("integer");

#define EACH_TYPE(op)           \
  BINARY(op.u16, i16, i16, i16) \
  BINARY(op.s16, i16, i16, i16) \
  BINARY(op.u32, i32, i32, i32) \
  BINARY(op.s32, i32, i32, i32) \
  BINARY(op.u64, i64, i64, i64) \
  BINARY(op.s64, i64, i64, i64)
EACH_TYPE(add)
EACH_TYPE(sub)
EACH_TYPE(mul.lo)
EACH_TYPE(mul.hi)
EACH_TYPE(div)
EACH_TYPE(rem)
EACH_TYPE(min)
EACH_TYPE(max)

BINARY(add.sat.s32, i32, i32, i32)
BINARY(sub.sat.s32, i32, i32, i32)
BINARY(mul.wide.u16, i32, i16, i16)
BINARY(mul.wide.s16, i32, i16, i16)
BINARY(mul.wide.u32, i64, i32, i32)
BINARY(mul.wide.s32, i64, i32, i32)
BINARY(mul24.lo.u32, i32, i32, i32)
BINARY(mul24.lo.s32, i32, i32, i32)
BINARY(mul24.hi.u32, i32, i32, i32)
BINARY(mul24.hi.s32, i32, i32, i32)

#define EACH_TYPE_3(op)               \
  TERNARY(op.u16, i16, i16, i16, i16) \
  TERNARY(op.s16, i16, i16, i16, i16) \
  TERNARY(op.u32, i32, i32, i32, i32) \
  TERNARY(op.s32, i32, i32, i32, i32) \
  TERNARY(op.u64, i64, i64, i64, i64) \
  TERNARY(op.s64, i64, i64, i64, i64)
EACH_TYPE_3(mad.lo)
EACH_TYPE_3(mad.hi)
EACH_TYPE_3(sad)
TERNARY(mad.hi.sat.s32, i32, i32, i32, i32)
TERNARY(mad.wide.u16, i32, i16, i16, i32)
TERNARY(mad.wide.s16, i32, i16, i16, i32)
TERNARY(mad.wide.u32, i64, i32, i32, i64)
TERNARY(mad.wide.s32, i64, i32, i32, i64)
TERNARY(mad24.lo.u32, i32, i32, i32, i32)
TERNARY(mad24.lo.s32, i32, i32, i32, i32)
TERNARY(mad24.hi.u32, i32, i32, i32, i32)
TERNARY(mad24.hi.s32, i32, i32, i32, i32)
TERNARY(mad24.hi.sat.s32, i32, i32, i32, i32)

UNARY(abs.s16, i16, i16)
UNARY(abs.s32, i32, i32)
UNARY(abs.s64, i64, i64)
UNARY(neg.s16, i16, i16)
UNARY(neg.s32, i32, i32)
UNARY(neg.s64, i64, i64)

BINARY(add.u16x2, i32, i32, i32)
BINARY(add.s16x2, i32, i32, i32)
BINARY(min.u16x2, i32, i32, i32)
BINARY(min.s16x2, i32, i32, i32)
BINARY(max.u16x2, i32, i32, i32)
BINARY(max.s16x2, i32, i32, i32)
BINARY(min.relu.s16x2, i32, i32, i32)
BINARY(max.relu.s16x2, i32, i32, i32)
BINARY(min.relu.s32, i32, i32, i32)
BINARY(max.relu.s32, i32, i32, i32)

TERNARY(dp4a.u32.u32, i32, i32, i32, i32)
TERNARY(dp4a.s32.s32, i32, i32, i32, i32)
TERNARY(dp4a.u32.s32, i32, i32, i32, i32)
TERNARY(dp4a.s32.u32, i32, i32, i32, i32)
TERNARY(dp2a.lo.u32.u32, i32, i32, i32, i32)
TERNARY(dp2a.hi.u32.u32, i32, i32, i32, i32)
TERNARY(dp2a.lo.s32.s32, i32, i32, i32, i32)
TERNARY(dp2a.hi.s32.s32, i32, i32, i32, i32)
TERNARY(dp2a.lo.u32.s32, i32, i32, i32, i32)
TERNARY(dp2a.hi.s32.u32, i32, i32, i32, i32)

// The carry of the first instruction goes into the second.
#define CARRY_2(first, second)                                                                    \
  FORM_2(#first " " #second, "{.reg .b32 t; " #first " t, %1, %2; " #second " %0, %1, %2;}", i32, \
         i32, i32, EXACT)
#define CARRY_2_WIDE(first, second)                                                               \
  FORM_2(#first " " #second, "{.reg .b64 t; " #first " t, %1, %2; " #second " %0, %1, %2;}", i64, \
         i64, i64, EXACT)
CARRY_2(add.cc.u32, addc.u32)
CARRY_2(sub.cc.u32, subc.u32)
CARRY_2_WIDE(add.cc.u64, addc.u64)
CARRY_2_WIDE(sub.cc.u64, subc.u64)
#define CARRY_3(first, second)                                                                  \
  FORM_3(#first " " #second,                                                                    \
         "{.reg .b32 t; " #first " t, %1, %2, %3; " #second " %0, %1, %2, %3;}", i32, i32, i32, \
         i32, EXACT)
CARRY_3(mad.lo.cc.u32, madc.hi.u32)
CARRY_3(mad.hi.cc.u32, madc.lo.u32)
CARRY_3(mad.lo.cc.s32, madc.hi.s32)
FORM_3("addc.cc.u32 out",
       "{.reg .b32 t; add.cc.u32 t, %1, %2; addc.cc.u32 t, %2, %3; addc.u32 %0, 0, 0;}", i32, i32,
       i32, i32, EXACT)
FORM_3("subc.cc.u32 out",
       "{.reg .b32 t; sub.cc.u32 t, %1, %2; subc.cc.u32 t, %2, %3; subc.u32 %0, 0, 0;}", i32, i32,
       i32, i32, EXACT)
FORM_3("madc.lo.cc.u32 out",
       "{.reg .b32 t; add.cc.u32 t, %1, %2; madc.lo.cc.u32 t, %1, %2, %3; addc.u32 %0, 0, 0;}", i32,
       i32, i32, i32, EXACT)
FORM_3("madc.hi.cc.s32 out",
       "{.reg .b32 t; add.cc.u32 t, %1, %2; madc.hi.cc.s32 t, %1, %2, %3; addc.u32 %0, 0, 0;}", i32,
       i32, i32, i32, EXACT)

}  // namespace
