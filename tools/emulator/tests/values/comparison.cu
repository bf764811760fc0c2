// Comparison and selection (PTX ISA 9.7.6, 9.7.7). The results of setp are 0 and 1; of packed
// halves bit 0 is the low one's.
#include "form.hpp"

namespace {

FAMILY("comparison");

#define SETP(op, x)                                                                               \
  FORM_2("setp." #op, "{.reg .pred p; setp." #op " p, %1, %2; selp.u32 %0, 1, 0, p;}", i32, x, x, \
         EXACT)
#define SIGNED(type, x) \
  SETP(eq.type, x)      \
  SETP(ne.type, x) SETP(lt.type, x) SETP(le.type, x) SETP(gt.type, x) SETP(ge.type, x)
SIGNED(s16, i16)
SIGNED(s32, i32)
SIGNED(s64, i64)
#define UNSIGNED(type, x) \
  SETP(lt.type, x)        \
  SETP(le.type, x) SETP(gt.type, x) SETP(ge.type, x) SETP(lo.type, x) SETP(hs.type, x)
UNSIGNED(u16, i16)
UNSIGNED(u32, i32)
UNSIGNED(u64, i64)
#define FLOATING(type, x) \
  SIGNED(type, x)         \
  SETP(equ.type, x)       \
  SETP(neu.type, x)       \
  SETP(ltu.type, x)       \
  SETP(leu.type, x) SETP(gtu.type, x) SETP(geu.type, x) SETP(num.type, x) SETP(nan.type, x)
FLOATING(f32, f32)
FLOATING(f64, f64)
FLOATING(f16, f16)
FLOATING(bf16, bf16)
SETP(lt.ftz.f32, f32)
SETP(equ.ftz.f32, f32)
SETP(lt.ftz.f16, f16)

#define SETP_2(op, x)                                                 \
  FORM_2("setp." #op " both",                                         \
         "{.reg .pred p, q; setp." #op                                \
         " p|q, %1, %2; selp.u32 %0, 1, 0, p; @q or.b32 %0, %0, 2;}", \
         i32, x, x, EXACT)
SETP_2(lt.s32, i32)
SETP_2(ltu.f32, f32)
SETP_2(lt.f16x2, f16x2)
SETP_2(geu.f16x2, f16x2)
SETP_2(eq.ftz.f16x2, f16x2)
SETP_2(lt.bf16x2, bf16x2)
SETP_2(neu.bf16x2, bf16x2)
#define SETP_WITH(op, x)                                        \
  FORM_2("setp." #op " with q, !q",                             \
         "{.reg .pred p, q, r; setp.eq.b32 q, %2, 0; setp." #op \
         " p|r, %1, %2, !q; "                                   \
         "selp.u32 %0, 1, 0, p; @r or.b32 %0, %0, 2;}",         \
         i32, x, x, EXACT)
SETP_WITH(lt.and.u32, i32)
SETP_WITH(lt.or.u32, i32)
SETP_WITH(lt.xor.u32, i32)
SETP_WITH(gt.and.f16x2, f16x2)
SETP_WITH(gt.xor.bf16x2, bf16x2)

BINARY(set.lt.u32.s32, i32, i32, i32)
BINARY(set.lt.f32.s32, f32, i32, i32)
BINARY(set.ge.s32.u64, i32, i64, i64)
BINARY(set.ltu.u32.f32, i32, f32, f32)
BINARY(set.gt.ftz.f32.f32, f32, f32, f32)
BINARY(set.num.u32.f64, i32, f64, f64)
BINARY(set.eq.f16.f16, f16, f16, f16)
BINARY(set.lt.u16.f16, i16, f16, f16)
BINARY(set.lt.s32.f16, i32, f16, f16)
BINARY(set.gt.f16x2.f16x2, f16x2, f16x2, f16x2)
BINARY(set.leu.f16x2.f16x2, f16x2, f16x2, f16x2)
BINARY(set.lt.ftz.f16x2.f16x2, f16x2, f16x2, f16x2)
BINARY(set.gt.bf16.bf16, bf16, bf16, bf16)
BINARY(set.nan.u32.bf16, i32, bf16, bf16)
BINARY(set.gt.bf16x2.bf16x2, bf16x2, bf16x2, bf16x2)
BINARY(set.neu.bf16x2.bf16x2, bf16x2, bf16x2, bf16x2)

TERNARY(slct.u16.s32, i16, i16, i16, i32)
TERNARY(slct.b32.s32, i32, i32, i32, i32)
TERNARY(slct.u64.s32, i64, i64, i64, i32)
TERNARY(slct.f32.f32, f32, f32, f32, f32)
TERNARY(slct.ftz.f32.f32, f32, f32, f32, f32)
TERNARY(slct.f64.f32, f64, f64, f64, f32)
#define TESTP(op, x) \
  FORM_1("testp." #op, "{.reg .pred p; testp." #op " p, %1; selp.u32 %0, 1, 0, p;}", i32, x, EXACT)
#define PROPERTIES(type)     \
  TESTP(finite.type, type)   \
  TESTP(infinite.type, type) \
  TESTP(number.type, type)   \
  TESTP(notanumber.type, type) TESTP(normal.type, type) TESTP(subnormal.type, type)
PROPERTIES(f32)
PROPERTIES(f64)

}  // namespace
