// Logic, shifts, bit fields and permutations (PTX ISA 9.7.1, 9.7.8).
#include "form.hpp"

namespace {

FAMILY("bits");

#define EACH_WIDTH_2(op)        \
  BINARY(op.b16, i16, i16, i16) \
  BINARY(op.b32, i32, i32, i32) \
  BINARY(op.b64, i64, i64, i64)
EACH_WIDTH_2(and)
EACH_WIDTH_2(or)
EACH_WIDTH_2(xor)
#define EACH_WIDTH_1(op)  \
  UNARY(op.b16, i16, i16) \
  UNARY(op.b32, i32, i32) \
  UNARY(op.b64, i64, i64)
EACH_WIDTH_1(not )
EACH_WIDTH_1(cnot)

BINARY(shl.b16, i16, i16, shift)
BINARY(shl.b32, i32, i32, shift)
BINARY(shl.b64, i64, i64, shift)
BINARY(shr.b16, i16, i16, shift)
BINARY(shr.s16, i16, i16, shift)
BINARY(shr.u32, i32, i32, shift)
BINARY(shr.s32, i32, i32, shift)
BINARY(shr.u64, i64, i64, shift)
BINARY(shr.s64, i64, i64, shift)
TERNARY(shf.l.clamp.b32, i32, i32, i32, shift)
TERNARY(shf.l.wrap.b32, i32, i32, i32, shift)
TERNARY(shf.r.clamp.b32, i32, i32, i32, shift)
TERNARY(shf.r.wrap.b32, i32, i32, i32, shift)

UNARY(popc.b32, i32, i32)
UNARY(popc.b64, i32, i64)
UNARY(clz.b32, i32, i32)
UNARY(clz.b64, i32, i64)
UNARY(brev.b32, i32, i32)
UNARY(brev.b64, i64, i64)
UNARY(bfind.u32, i32, i32)
UNARY(bfind.s32, i32, i32)
UNARY(bfind.u64, i32, i64)
UNARY(bfind.s64, i32, i64)
UNARY(bfind.shiftamt.u32, i32, i32)
UNARY(bfind.shiftamt.s32, i32, i32)
UNARY(bfind.shiftamt.u64, i32, i64)
UNARY(bfind.shiftamt.s64, i32, i64)
TERNARY(bfe.u32, i32, i32, shift, shift)
TERNARY(bfe.s32, i32, i32, shift, shift)
TERNARY(bfe.u64, i64, i64, shift, shift)
TERNARY(bfe.s64, i64, i64, shift, shift)
FORM_3("bfi.b32 into 0x5a5a5a5a", "bfi.b32 %0, %1, 0x5a5a5a5a, %2, %3;", i32, i32, shift, shift,
       EXACT)
FORM_3("bfi.b64 into all ones", "bfi.b64 %0, %1, -1, %2, %3;", i64, i64, shift, shift, EXACT)
TERNARY(fns.b32, i32, i32, shift, i32)
BINARY(bmsk.clamp.b32, i32, shift, shift)
BINARY(bmsk.wrap.b32, i32, shift, shift)
BINARY(szext.clamp.u32, i32, i32, shift)
BINARY(szext.clamp.s32, i32, i32, shift)
BINARY(szext.wrap.u32, i32, i32, shift)
BINARY(szext.wrap.s32, i32, i32, shift)

TERNARY(prmt.b32, i32, i32, i32, i32)
TERNARY(prmt.b32.f4e, i32, i32, i32, shift)
TERNARY(prmt.b32.b4e, i32, i32, i32, shift)
TERNARY(prmt.b32.rc8, i32, i32, i32, shift)
TERNARY(prmt.b32.ecl, i32, i32, i32, shift)
TERNARY(prmt.b32.ecr, i32, i32, i32, shift)
TERNARY(prmt.b32.rc16, i32, i32, i32, shift)
#define LOP3(table) \
  FORM_3("lop3.b32 " #table, "lop3.b32 %0, %1, %2, %3, " #table ";", i32, i32, i32, i32, EXACT)
LOP3(0x00)
LOP3(0x80)
LOP3(0x96)
LOP3(0xca)
LOP3(0xe8)
LOP3(0xff)
FORM_3("lop3.or.b32 0x96 predicate",
       "{.reg .pred p, q; .reg .b32 t; setp.eq.u32 q, %1, 0; lop3.or.b32 t|p, %1, %2, %3, 0x96, q; "
       "selp.u32 %0, 1, 0, p;}",
       i32, i32, i32, i32, EXACT)
FORM_3("lop3.and.b32 0x80 predicate",
       "{.reg .pred p, q; .reg .b32 t; setp.ne.u32 q, %1, 0; lop3.and.b32 t|p, %1, %2, %3, 0x80, "
       "q; selp.u32 %0, 1, 0, p;}",
       i32, i32, i32, i32, EXACT)

}  // namespace
