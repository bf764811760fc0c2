// Video instructions: scalar and SIMD (PTX ISA 9.7.18).
#include "form.hpp"

namespace {

FAMILY("video");

BINARY(vadd.s32.s32.s32, i32, i32, i32)
BINARY(vadd.u32.u32.s32.sat, i32, i32, i32)
BINARY(vsub.s32.u32.u32, i32, i32, i32)
BINARY(vsub.u32.u32.u32.sat, i32, i32, i32)
BINARY(vabsdiff.u32.s32.s32, i32, i32, i32)
BINARY(vabsdiff.s32.u32.s32.sat, i32, i32, i32)
BINARY(vmin.s32.s32.u32, i32, i32, i32)
BINARY(vmax.u32.u32.s32, i32, i32, i32)
TERNARY(vadd.s32.s32.s32.add, i32, i32, i32, i32)
TERNARY(vsub.s32.s32.s32.sat.min, i32, i32, i32, i32)
TERNARY(vmax.u32.u32.u32.max, i32, i32, i32, i32)
TERNARY(vshl.u32.u32.u32.clamp.add, i32, i32, shift, i32)
BINARY(vshl.u32.u32.u32.wrap, i32, i32, shift)
BINARY(vshr.s32.s32.u32.clamp, i32, i32, shift)
BINARY(vshr.u32.u32.u32.wrap, i32, i32, shift)
BINARY(vset.s32.u32.lt, i32, i32, i32)
TERNARY(vset.u32.u32.ge.add, i32, i32, i32, i32)
TERNARY(vmad.u32.u32.u32, i32, i32, i32, i32)
TERNARY(vmad.s32.s32.s32.sat, i32, i32, i32, i32)
TERNARY(vmad.s32.u32.s32.shr7, i32, i32, i32, i32)
TERNARY(vmad.s32.s32.s32.sat.shr15, i32, i32, i32, i32)
FORM_2("vadd.s32.s32.u32 .b1 .h1", "vadd.s32.s32.u32 %0, %1.b1, %2.h1;", i32, i32, i32, EXACT)
FORM_3("vadd.s32.s32.s32.sat .b2 of d", "vadd.s32.s32.s32.sat %0.b2, %1.b0, %2.b3, %3;", i32, i32,
       i32, i32, EXACT)
FORM_3("vmad.u32.s32.s32 .b3 .h0 with -c", "vmad.s32.s32.s32 %0, %1.b3, %2.h0, -%3;", i32, i32, i32,
       i32, EXACT)
FORM_3("vmad.u32.u32.u32.po", "vmad.u32.u32.u32.po %0, %1, %2, %3;", i32, i32, i32, i32, EXACT)

#define SIMD(op) TERNARY(op, i32, i32, i32, i32)
SIMD(vadd2.s32.s32.s32)
SIMD(vadd2.u32.u32.u32.sat)
SIMD(vadd2.s32.s32.s32.add)
SIMD(vsub2.s32.s32.s32.sat)
SIMD(vavrg2.s32.s32.s32)
SIMD(vavrg2.u32.u32.u32)
SIMD(vabsdiff2.u32.u32.u32)
SIMD(vabsdiff2.u32.u32.u32.add)
SIMD(vabsdiff2.s32.s32.s32.sat)
SIMD(vmin2.s32.s32.s32)
SIMD(vmax2.u32.u32.u32)
SIMD(vadd4.u32.u32.u32)
SIMD(vadd4.s32.s32.s32.sat)
SIMD(vsub4.s32.s32.s32)
SIMD(vsub4.u32.u32.u32.sat)
SIMD(vavrg4.s32.s32.s32)
SIMD(vavrg4.u32.u32.u32)
SIMD(vabsdiff4.u32.u32.u32)
SIMD(vabsdiff4.u32.u32.u32.add)
SIMD(vabsdiff4.s32.s32.s32.sat)
SIMD(vmin4.u32.u32.u32)
SIMD(vmax4.s32.s32.s32)
SIMD(vset2.s32.s32.lt)
SIMD(vset2.u32.u32.ge.add)
SIMD(vset4.u32.u32.eq)
SIMD(vset4.s32.s32.gt.add)
FORM_3("vadd2.s32.s32.s32 .h10 .h20 .h31", "vadd2.s32.s32.s32 %0.h10, %1.h20, %2.h31, %3;", i32,
       i32, i32, i32, EXACT)
FORM_3("vadd4.u32.u32.u32 .b20 .b7351", "vadd4.u32.u32.u32 %0.b20, %1.b7351, %2.b0246, %3;", i32,
       i32, i32, i32, EXACT)

}  // namespace
