// Compiled code gives what the interpreter gives, which a launch that is counted always uses.
#include <doctest/doctest.h>

#include "ptx_kernel.hpp"

namespace {

// Operands that are special to somebody: %r1 to %r4 (also as %f1 to %f4), %rd1 to %rd3 of their
// bits. Which of them a thread gets differs from thread to thread and from block to block.
const std::string values =
    ".global .align 4 .b32 values[32] = {0, 1, 2, 3, 5, 31, 32, 33, 64, 127, 0x7fffffff, "
    "0x80000000, "
    "0x80000001, 0xffffffff, 0xfffffffe, 0x00800000, 0x00000001, 0x807fffff, 0x7f800000, "
    "0xff800000, 0x7fc00000, 0xffc12345, 0x7f800001, 0xffa00000, 0x3f800000, 0xbf800000, "
    "0x4f000000, 0x4f7fffff, 0xcf000000, 0x3effffff, 0x40490fdb, 0xc2f6e979};\n";

std::string fetch() {
  std::string text = "mov.u64 %rd50, values;\n";
  const char* const factors[] = {"0x9e3779b1", "0x85ebca6b", "0xc2b2ae35", "0x27d4eb2f"};
  for (int i = 1; i <= 4; ++i) {
    const std::string n = std::to_string(i);
    text += std::string("mul.lo.u32 %r50, %r63, ") + factors[i - 1] +
            "; shr.u32 %r50, %r50, 27; mul.wide.u32 %rd51, %r50, 4; add.u64 %rd51, %rd51, %rd50; "
            "ld.global.u32 %r" +
            n + ", [%rd51]; mov.b32 %f" + n + ", %r" + n + ";\n";
  }
  return text +
         "cvt.u64.u32 %rd1, %r1; shl.b64 %rd1, %rd1, 32; cvt.u64.u32 %rd2, %r2; or.b64 %rd1, %rd1, "
         "%rd2; cvt.s64.s32 %rd2, %r3; cvt.u64.u32 %rd3, %r4;\n";
}

void same(const std::string& body, const ptx_shape& shape = {.blocks = 16, .threads = 512}) {
  INFO(body);
  ptx_shape interpreted = shape, compiled = shape;
  interpreted.counted = true;
  compiled.counted = false;
  const ptx_run one = run_ptx(fetch() + body, interpreted, values),
                other = run_ptx(fetch() + body, compiled, values);
  REQUIRE(one.outcome.findings.empty());
  CHECK(one.out == other.out);
}

const std::string fold_wide =
    "cvt.u32.u64 %r0, %rd0; shr.u64 %rd0, %rd0, 32; cvt.u32.u64 %r5, "
    "%rd0; xor.b32 %r0, %r0, %r5;";

TEST_CASE("integers of 32 bits are compiled exactly") {
  for (const char* one :
       {"add.u32 %r0, %r1, %r2;", "sub.s32 %r0, %r1, %r2;", "mul.lo.u32 %r0, %r1, %r2;",
        "mad.lo.s32 %r0, %r1, %r2, %r3;", "mul.hi.u32 %r0, %r1, %r2;", "mul.hi.s32 %r0, %r1, %r2;",
        "min.s32 %r0, %r1, %r2;", "max.u32 %r0, %r1, %r2;", "abs.s32 %r0, %r1;",
        "neg.s32 %r0, %r1;", "div.u32 %r0, %r1, %r2;", "div.s32 %r0, %r1, %r2;",
        "rem.u32 %r0, %r1, %r2;", "rem.s32 %r0, %r1, %r2;", "div.u32 %r0, %r1, %r61;"})
    same(one);
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

TEST_CASE("integers of 64 bits are compiled exactly") {
  for (const char* one :
       {"add.u64 %rd0, %rd1, %rd2;", "sub.s64 %rd0, %rd1, %rd2;", "mul.lo.u64 %rd0, %rd1, %rd2;",
        "mad.lo.u64 %rd0, %rd1, %rd2, %rd3;", "min.s64 %rd0, %rd1, %rd2;",
        "max.u64 %rd0, %rd1, %rd2;", "and.b64 %rd0, %rd1, %rd2;", "not.b64 %rd0, %rd1;",
        "shl.b64 %rd0, %rd1, %r2;", "shr.u64 %rd0, %rd1, %r2;", "shr.s64 %rd0, %rd1, %r2;",
        "mul.wide.u32 %rd0, %r1, %r2;", "mul.wide.s32 %rd0, %r1, %r2;",
        "mad.wide.u32 %rd0, %r1, %r2, %rd1;", "mad.wide.s32 %rd0, %r1, %r2, %rd1;",
        "cvt.s64.s32 %rd0, %r1;", "cvt.u64.u32 %rd0, %r1;", "neg.s64 %rd0, %rd1;",
        "abs.s64 %rd0, %rd1;"})
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

// Side by side, one word for all, anywhere, and with some of the lanes.
TEST_CASE("loads and stores are compiled exactly") {
  const std::string own =
      "mov.u32 %r10, s; and.b32 %r11, %r60, 511; shl.b32 %r12, %r11, 2; add.u32 "
      "%r12, %r12, %r10; st.shared.u32 [%r12], %r1; bar.sync 0;";
  same(own + "ld.shared.u32 %r0, [%r12];");
  same(own +
       "xor.b32 %r13, %r11, 5; shl.b32 %r13, %r13, 2; add.u32 %r13, %r13, %r10; ld.shared.u32 "
       "%r0, [%r13];");
  same(own +
       "and.b32 %r13, %r61, 15; shl.b32 %r13, %r13, 2; add.u32 %r13, %r13, %r10; "
       "ld.shared.u32 %r0, [%r13+64];");
  same(own + "setp.lt.u32 %p1, %r1, 100; mov.u32 %r0, 7; @%p1 ld.shared.u32 %r0, [%r12];");
  same(own +
       "bar.sync 0; and.b32 %r13, %r1, 31; shl.b32 %r13, %r13, 2; shl.b32 %r14, %r60, 2; "
       "and.b32 %r14, %r14, 1920; add.u32 %r13, %r13, %r14; add.u32 %r13, %r13, %r10; "
       "st.shared.u32 [%r13], %r60; bar.sync 0; ld.shared.u32 %r0, [%r12];");
  same(own + "ld.shared.u8 %h1, [%r12+1]; cvt.u32.u16 %r0, %h1;");
  same(own + "ld.shared.s16 %r0, [%r12+2];");
  same(
      "st.global.u32 [%rd61], %r1; setp.lt.u32 %p1, %r2, 100; @%p1 st.global.u32 [%rd61], %r3; "
      "ld.global.u32 %r0, [%rd61];");
}

TEST_CASE("loops and branches are compiled exactly") {
  same(
      "mov.u32 %r0, 0; mov.u32 %r5, 0; top: mad.lo.u32 %r0, %r0, 3, %r1; add.u32 %r5, %r5, 1; "
      "setp.lt.u32 %p1, %r5, 20; @%p1 bra top;");
  same(
      "mov.u32 %r0, 0; and.b32 %r5, %r1, 15; top: mad.lo.u32 %r0, %r0, 3, %r2; sub.u32 %r5, %r5, "
      "1; "
      "setp.gt.s32 %p1, %r5, 0; @%p1 bra top; add.u32 %r0, %r0, %r5;");
  same(
      "setp.lt.s32 %p1, %r1, 3; mov.u32 %r0, 1; mov.u32 %r5, 2; @%p1 bra over; add.u32 %r0, %r0, "
      "%r2; mul.lo.u32 %r0, %r0, %r3; xor.b32 %r5, %r5, %r0; over: add.u32 %r0, %r0, %r5; add.u32 "
      "%r0, %r0, 1; add.u32 %r0, %r0, %r4;");
  same(
      "mov.f32 %f0, 0f00000000; mov.u32 %r5, 0; top: fma.rn.f32 %f0, %f1, %f2, %f0; add.u32 %r5, "
      "%r5, 1; setp.lt.u32 %p1, %r5, 9; @%p1 bra top; mov.b32 %r0, %f0;");
}

TEST_CASE("a bad access is found in compiled code, in its line") {
  const std::string body =
      "mul.wide.u32 %rd1, %r63, 4; add.u64 %rd1, %rd1, %rd60; add.u64 %rd1, "
      "%rd1, 1048576; ld.global.u32 %r0, [%rd1];";
  const ptx_run r = run_ptx(body, {.blocks = 16, .threads = 512, .counted = false});
  REQUIRE(r.outcome.findings.size() == 1);
  CHECK(r.outcome.findings[0].kind == finding_kind::out_of_bounds);
}

}  // namespace
