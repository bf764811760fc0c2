// Compiled code gives what the interpreter gives: values.
#include "jit_kernel.hpp"

namespace {

TEST_CASE("integers of 32 bits are compiled exactly") {
  for (const char* one :
       {"add.u32 %r0, %r1, %r2;", "sub.s32 %r0, %r1, %r2;", "mul.lo.u32 %r0, %r1, %r2;",
        "mad.lo.s32 %r0, %r1, %r2, %r3;", "mul.hi.u32 %r0, %r1, %r2;", "mul.hi.s32 %r0, %r1, %r2;",
        "min.s32 %r0, %r1, %r2;", "max.u32 %r0, %r1, %r2;", "abs.s32 %r0, %r1;",
        "neg.s32 %r0, %r1;", "div.u32 %r0, %r1, %r2;", "div.s32 %r0, %r1, %r2;",
        "rem.u32 %r0, %r1, %r2;", "rem.s32 %r0, %r1, %r2;", "div.u32 %r0, %r1, %r61;"})
    same(one);
}

TEST_CASE("integers of 16 bits are compiled exactly") {
  const std::string halves = "cvt.u16.u32 %h1, %r1; cvt.u16.u32 %h2, %r2; cvt.u16.u32 %h3, %r3; ";
  for (const char* one : {"add.u16", "sub.s16", "mul.lo.u16", "min.s16", "min.u16", "max.s16",
                          "max.u16", "and.b16", "xor.b16"})
    same(halves + one + " %h0, %h1, %h2; cvt.u32.u16 %r0, %h0; add.u32 %r0, %r0, %r4;");
  for (const char* relation :
       {"eq.u16", "ne.s16", "lt.u16", "lt.s16", "le.u16", "gt.s16", "ge.u16"})
    same(halves + "setp." + relation +
         " %p1, %h1, %h2; selp.b16 %h0, %h3, %h1, %p1; cvt.s32.s16 "
         "%r0, %h0; @%p1 add.u32 %r0, %r0, 5;");
  same(halves +
       "setp.lt.u16 %p1, %h1, 40; @%p1 bra over; add.u16 %h2, %h2, %h3; max.u16 %h3, %h2, "
       "%h1; over: cvt.u32.u16 %r0, %h2; cvt.u32.u16 %r5, %h3; mad.lo.u32 %r0, %r0, 3, %r5;");
}

TEST_CASE("bits are compiled exactly") {
  for (const char* one :
       {"and.b32 %r0, %r1, %r2;", "or.b32 %r0, %r1, %r2;", "xor.b32 %r0, %r1, %r2;",
        "not.b32 %r0, %r1;", "shl.b32 %r0, %r1, %r2;", "shr.u32 %r0, %r1, %r2;",
        "shr.s32 %r0, %r1, %r2;", "lop3.b32 %r0, %r1, %r2, %r3, 0x96;",
        "lop3.b32 %r0, %r1, %r2, %r3, 0xca;", "shf.l.wrap.b32 %r0, %r1, %r2, %r3;",
        "shf.r.wrap.b32 %r0, %r1, %r2, %r3;", "popc.b32 %r0, %r1;", "clz.b32 %r0, %r1;"})
    same(one);
}

TEST_CASE("every table of lop3 is compiled exactly") {
  for (int first = 0; first < 256; first += 32) {
    std::string all = "mov.u32 %r0, 0;";
    for (int table = first; table < first + 32; ++table)
      all += "lop3.b32 %r5, %r1, %r2, %r3, " + std::to_string(table) +
             "; mad.lo.u32 %r0, %r0, 5, %r5;";
    same(all);
  }
}

TEST_CASE("integers of 64 bits are compiled exactly") {
  for (const char* one :
       {"add.u64 %rd0, %rd1, %rd2;",
        "sub.s64 %rd0, %rd1, %rd2;",
        "mul.lo.u64 %rd0, %rd1, %rd2;",
        "mad.lo.u64 %rd0, %rd1, %rd2, %rd3;",
        "min.s64 %rd0, %rd1, %rd2;",
        "max.u64 %rd0, %rd1, %rd2;",
        "and.b64 %rd0, %rd1, %rd2;",
        "not.b64 %rd0, %rd1;",
        "shl.b64 %rd0, %rd1, %r2;",
        "shr.u64 %rd0, %rd1, %r2;",
        "shr.s64 %rd0, %rd1, %r2;",
        "mul.wide.u32 %rd0, %r1, %r2;",
        "mul.wide.s32 %rd0, %r1, %r2;",
        "mad.wide.u32 %rd0, %r1, %r2, %rd1;",
        "mad.wide.s32 %rd0, %r1, %r2, %rd1;",
        "cvt.s64.s32 %rd0, %r1;",
        "cvt.u64.u32 %rd0, %r1;",
        "neg.s64 %rd0, %rd1;",
        "abs.s64 %rd0, %rd1;",
        "min.u64 %rd0, %rd1, %rd2;",
        "max.s64 %rd0, %rd1, %rd2;",
        "mov.u64 %rd0, %rd1; setp.lt.u32 %p1, %r1, %r4; @%p1 add.u64 %rd0, %rd2, %rd3;",
        "setp.lt.u32 %p1, %r1, %r4; selp.b64 %rd0, %rd2, %rd3, %p1;"})
    same(one + fold_wide);
}

TEST_CASE("floating point is compiled to the bit, with NaN, denormals and zeros of both signs") {
  for (const char* one :
       {"add.f32 %f0, %f1, %f2;", "sub.f32 %f0, %f1, %f2;", "mul.f32 %f0, %f1, %f2;",
        "fma.rn.f32 %f0, %f1, %f2, %f3;", "min.f32 %f0, %f1, %f2;", "max.f32 %f0, %f1, %f2;",
        "abs.f32 %f0, %f1;", "neg.f32 %f0, %f1;", "div.rn.f32 %f0, %f1, %f2;",
        "sqrt.rn.f32 %f0, %f1;", "rcp.rn.f32 %f0, %f1;", "mov.f32 %f0, %f1;",
        "mul.f32 %f0, %f1, %f2; add.f32 %f0, %f0, %f3; fma.rn.f32 %f0, %f0, %f4, %f0;",
        "add.f32 %f0, %f1, %f2; mov.f32 %f5, %f0; setp.lt.s32 %p1, %r3, 5; selp.f32 %f0, %f5, %f1, "
        "%p1;",
        "add.f32 %f0, %f1, %f2; setp.lt.s32 %p1, %r3, 5; @%p1 mul.f32 %f0, %f0, %f4;",
        "mov.f32 %f0, %f1; setp.lt.s32 %p1, %r3, 5; @%p1 add.f32 %f0, %f2, %f4;",
        "cvt.rn.f32.s32 %f0, %r1;", "cvt.rn.f32.u32 %f0, %r1;"})
    same(one + std::string("mov.b32 %r0, %f0;"));
  for (const char* one : {"cvt.rzi.s32.f32 %r0, %f1;", "cvt.rzi.u32.f32 %r0, %f1;"}) same(one);
  const std::string doubles =
      "cvt.f64.f32 %d1, %f1; cvt.f64.f32 %d2, %f2; cvt.rn.f64.s32 %d3, %r3;";
  for (const char* one :
       {"add.f64 %d0, %d1, %d2;", "sub.f64 %d0, %d1, %d2;", "mul.f64 %d0, %d1, %d2;",
        "fma.rn.f64 %d0, %d1, %d2, %d3;", "div.rn.f64 %d0, %d1, %d2;", "sqrt.rn.f64 %d0, %d1;",
        "mov.f64 %d0, %d1;"})
    same(doubles + one + "mov.b64 %rd0, %d0;" + fold_wide);
  same(doubles + "mul.f64 %d0, %d1, %d3; cvt.rn.f32.f64 %f0, %d0; mov.b32 %r0, %f0;");
}

TEST_CASE("comparisons are compiled exactly") {
  for (const char* relation : {"eq", "ne", "lt", "le", "gt", "ge"}) {
    for (const char* type : {"u32 %p1, %r1, %r2", "s32 %p1, %r1, %r2", "u64 %p1, %rd1, %rd2",
                             "s64 %p1, %rd1, %rd2", "f32 %p1, %f1, %f2"})
      same(std::string("setp.") + relation + "." + type + "; selp.u32 %r0, %r3, %r4, %p1;");
  }
  for (const char* relation : {"equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"})
    same(std::string("setp.") + relation + ".f32 %p1, %f1, %f2; selp.u32 %r0, 1, 2, %p1;");
  same(
      "setp.lt.u32 %p2, %r3, %r4; setp.lt.and.s32 %p1|%p3, %r1, %r2, !%p2; selp.u32 %r0, 1, 2, "
      "%p1; selp.u32 %r5, 4, 8, %p3; or.b32 %r0, %r0, %r5;");
}

TEST_CASE("predicates and selections are compiled exactly") {
  const std::string two = "setp.lt.s32 %p1, %r1, 3; setp.gt.u32 %p2, %r2, 100; ";
  for (const char* one : {"and.pred %p3, %p1, %p2;", "or.pred %p3, %p1, %p2;",
                          "xor.pred %p3, %p1, %p2;", "not.pred %p3, %p1;", "mov.pred %p3, %p2;"})
    same(two + one + " selp.b32 %r0, %r3, %r4, %p3;");
  same(two + "selp.f32 %f0, %f3, %f4, %p1; mov.b32 %r0, %f0;");
  same(two + "selp.b64 %rd0, %rd1, %rd2, !%p1;" + fold_wide);
}

TEST_CASE("doubles of any bits are compared and converted exactly") {
  const std::string any = "mov.b64 %d1, %rd1; mov.b64 %d2, %rd2; ";
  for (const char* relation :
       {"eq", "ne", "lt", "le", "gt", "ge", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"})
    same(any + "setp." + relation + ".f64 %p1, %d1, %d2; selp.u32 %r0, 1, 2, %p1;");
  same(any + "cvt.rn.f32.f64 %f0, %d1; mov.b32 %r0, %f0;");
  same("cvt.f64.f32 %d0, %f1; mov.b64 %rd0, %d0;" + fold_wide);
  same(any + "add.f64 %d0, %d1, %d2; mov.b64 %rd0, %d0;" + fold_wide);
  same(any + "fma.rn.f64 %d0, %d1, %d2, %d1; mov.b64 %rd0, %d0;" + fold_wide);
}

TEST_CASE("integers change their width exactly") {
  for (const char* one :
       {"cvt.u16.u32 %h1, %r1; cvt.u32.u16 %r0, %h1;",
        "cvt.u16.u32 %h1, %r1; cvt.s32.s16 %r0, %h1;",
        "cvt.u16.u32 %h1, %r1; cvt.u16.u32 %h2, %r2; xor.b16 %h1, %h1, %h2; not.b16 %h1, %h1; "
        "cvt.u32.u16 %r0, %h1;",
        "cvt.u32.u64 %r0, %rd1;"})
    same(one);
  same("cvt.u16.u32 %h1, %r1; cvt.s64.s16 %rd0, %h1;" + fold_wide);
  same("cvt.u16.u64 %h1, %rd1; cvt.u64.u16 %rd0, %h1;" + fold_wide);
}

// Forms that the compiler does not know, beside those that it knows.
TEST_CASE("a modifier is not left out") {
  for (const char* one :
       {"add.rz.f32 %f0, %f1, %f2;", "add.ftz.f32 %f0, %f1, %f2;", "mul.ftz.f32 %f0, %f1, %f2;",
        "mul.sat.f32 %f0, %f1, %f2;", "fma.rp.f32 %f0, %f1, %f2, %f3;",
        "min.NaN.f32 %f0, %f1, %f2;", "max.ftz.f32 %f0, %f1, %f2;", "div.rm.f32 %f0, %f1, %f2;",
        "div.approx.f32 %f0, %f1, %f2;", "sqrt.rz.f32 %f0, %f1;", "abs.ftz.f32 %f0, %f1;",
        "cvt.rz.f32.u32 %f0, %r1;", "cvt.rz.f32.f64 %f0, %d1;"})
    same("mov.b64 %d1, %rd1; " + std::string(one) + " mov.b32 %r0, %f0;");
  for (const char* one :
       {"add.sat.s32 %r0, %r1, %r2;", "cvt.rni.s32.f32 %r0, %f1;", "cvt.rzi.ftz.s32.f32 %r0, %f1;",
        "cvt.rpi.u32.f32 %r0, %f1;", "shf.l.clamp.b32 %r0, %r1, %r2, %r3;",
        "setp.lt.ftz.f32 %p1, %f1, %f2; selp.u32 %r0, 1, 2, %p1;",
        "cvt.sat.u16.u32 %h1, %r1; cvt.u32.u16 %r0, %h1;"})
    same(one);
}

}  // namespace
