// Arithmetic, comparison, conversion: one small test for each family's edges.
#include <doctest/doctest.h>

#include "ptx_kernel.hpp"

namespace {

// Result of the first thread.
std::uint32_t first(const std::string& body) { return run_ptx(body).out[0]; }

TEST_CASE("integer addition wraps") {
  CHECK(first("mov.u32 %r1, 0xffffffff; add.s32 %r0, %r1, 2;") == 1);
}
TEST_CASE("mul.hi gives the upper half") {
  CHECK(first("mov.u32 %r1, 0x80000000; mul.hi.u32 %r0, %r1, 6;") == 3);
}
TEST_CASE("mul.wide keeps the sign") {
  CHECK(first("mov.u32 %r1, -3; mul.wide.s32 %rd1, %r1, 5; shr.s64 %rd1, %rd1, 1; cvt.u32.u64 %r0, "
              "%rd1;") == static_cast<std::uint32_t>(-8));
}
TEST_CASE("unsigned remainder is right at the ends of the range") {
  CHECK(first("mov.u32 %r1, 0xffffffff; mov.u32 %r2, 0xfffffffe; rem.u32 %r0, %r1, %r2;") == 1);
  CHECK(first("mov.u32 %r1, 0xfffffffe; mov.u32 %r2, 0xffffffff; rem.u32 %r0, %r1, %r2;") ==
        0xfffffffe);
  CHECK(first("mov.u32 %r1, 0xffffffff; mov.u32 %r2, 1; div.u32 %r0, %r1, %r2;") == 0xffffffff);
}
TEST_CASE("division by zero gives all ones and does not trap") {
  CHECK(first("mov.u32 %r1, 7; mov.u32 %r2, 0; div.u32 %r0, %r1, %r2;") == 0xffffffff);
  CHECK(first("mov.u32 %r1, 7; mov.u32 %r2, 0; div.s32 %r0, %r1, %r2;") == 0xffffffff);
}
TEST_CASE("the smallest integer divided by minus one does not trap") {
  CHECK(first("mov.u32 %r1, 0x80000000; mov.u32 %r2, -1; div.s32 %r0, %r1, %r2;") == 0x80000000);
}
TEST_CASE("shifts clamp at the width") {
  CHECK(first("mov.u32 %r1, 1; mov.u32 %r2, 32; shl.b32 %r0, %r1, %r2;") == 0);
  CHECK(first("mov.u32 %r1, -8; mov.u32 %r2, 99; shr.s32 %r0, %r1, %r2;") == 0xffffffff);
}
TEST_CASE("a subtraction leaves a carry where nothing is borrowed") {
  const auto carry = [](const std::string& operands, const std::string& then) {
    return first("sub.cc.u32 %r3, " + operands + "; " + then);
  };
  CHECK(carry("5, 3", "addc.u32 %r0, 0, 0;") == 1);
  CHECK(carry("3, 3", "addc.u32 %r0, 0, 0;") == 1);
  CHECK(carry("3, 5", "addc.u32 %r0, 0, 0;") == 0);
  CHECK(carry("3, 5", "subc.cc.u32 %r1, 0, 0; addc.u32 %r0, 0, 0;") == 0);
  CHECK(carry("3, 5", "subc.cc.u32 %r1, 1, 0; addc.u32 %r0, 0, 0;") == 1);
  CHECK(carry("5, 3", "madc.lo.u32 %r0, 2, 3, 4;") == 11);
}
TEST_CASE("a carry goes from add.cc to addc") {
  CHECK(first("mov.u32 %r1, 0xffffffff; mov.u32 %r2, 1; add.cc.u32 %r3, %r1, %r2; addc.u32 %r0, 5, "
              "0;") == 6);
  CHECK(first("mov.u32 %r1, 0; mov.u32 %r2, 1; sub.cc.u32 %r3, %r1, %r2; subc.u32 %r0, 5, 0;") ==
        4);
}
TEST_CASE("bit fields") {
  CHECK(first("mov.u32 %r1, 0xabcd1234; bfe.u32 %r0, %r1, 8, 8;") == 0x12);
  CHECK(first("mov.u32 %r1, 0x0000f000; bfe.s32 %r0, %r1, 12, 4;") == 0xffffffff);
  CHECK(first("mov.u32 %r1, 0xff; mov.u32 %r2, 0; bfi.b32 %r0, %r1, %r2, 4, 4;") == 0xf0);
  CHECK(first("mov.u32 %r1, 0x00010000; bfind.u32 %r0, %r1;") == 16);
  CHECK(
      first("mov.u32 %r1, 0x44332211; mov.u32 %r2, 0x88776655; prmt.b32 %r0, %r1, %r2, 0x5140;") ==
      0x66225511);
}
TEST_CASE("lop3 follows its table") {
  CHECK(first("mov.u32 %r1, 0xf0; mov.u32 %r2, 0xcc; mov.u32 %r3, 0xaa; lop3.b32 %r0, %r1, %r2, "
              "%r3, 0x96; and.b32 %r0, %r0, 0xff;") == 0x96);
}
TEST_CASE("float to integer clamps, and NaN gives zero") {
  CHECK(first("mov.f32 %f1, 0f4F800000; cvt.rzi.s32.f32 %r0, %f1;") == 0x7fffffff);
  CHECK(first("mov.f32 %f1, 0fBF800000; cvt.rzi.u32.f32 %r0, %f1;") == 0);
  CHECK(first("mov.f32 %f1, 0f7FC00000; cvt.rzi.s32.f32 %r0, %f1;") == 0);
}
TEST_CASE("cvt.sat to a float ends at 1, also from an integer") {
  CHECK(first("mov.u32 %r1, 7; cvt.rn.sat.f32.u32 %f1, %r1; mov.b32 %r0, %f1;") == 0x3f800000);
  CHECK(first("mov.u32 %r1, -7; cvt.rz.sat.f32.s32 %f1, %r1; mov.b32 %r0, %f1;") == 0);
}

TEST_CASE("rounding modes of cvt") {
  CHECK(first("mov.f32 %f1, 0f40200000; cvt.rni.s32.f32 %r0, %f1;") == 2);  // 2.5
  CHECK(first("mov.f32 %f1, 0f40200000; cvt.rpi.s32.f32 %r0, %f1;") == 3);
  CHECK(first("mov.f32 %f1, 0fC0200000; cvt.rmi.s32.f32 %r0, %f1;") ==
        static_cast<std::uint32_t>(-3));
}
TEST_CASE("directed rounding of fma differs from nearest") {
  CHECK(first("mov.f32 %f1, 0f3F800001; fma.rz.f32 %f2, %f1, %f1, 0f00000000; mov.b32 %r0, %f2;") ==
        0x3f800002);
  CHECK(first("mov.f32 %f1, 0f3F800001; fma.rp.f32 %f2, %f1, %f1, 0f00000000; mov.b32 %r0, %f2;") ==
        0x3f800003);
}
TEST_CASE("ftz flushes subnormal operands") {
  CHECK(first("mov.f32 %f1, 0f00000001; add.ftz.f32 %f2, %f1, %f1; mov.b32 %r0, %f2;") == 0);
  CHECK(first("mov.f32 %f1, 0f00000001; add.f32 %f2, %f1, %f1; mov.b32 %r0, %f2;") == 2);
}
// What lies just below 2^-126 and rounds to it as a subnormal, but not with 24 digits.
TEST_CASE("ftz flushes what is below the smallest normal number when it is rounded") {
  const auto bits = [](const std::string& instruction) {
    return first("mov.b32 %f1, 0x1f800000; mov.b32 %f4, 0x947a4000; mov.b32 %f3, 0x00800000; " +
                 instruction + " mov.b32 %r0, %f2;");
  };
  CHECK(bits("fma.rn.f32 %f2, %f1, %f4, %f3;") == 0x00800000);
  CHECK(bits("fma.rn.ftz.f32 %f2, %f1, %f4, %f3;") == 0);
  const auto product = [](const std::string& name, const std::string& a, const std::string& b) {
    return first("mov.b32 %f1, " + a + "; mov.b32 %f3, " + b + "; " + name +
                 " %f2, %f1, %f3; mov.b32 %r0, %f2;");
  };
  CHECK(product("mul.rn.ftz.f32", "0x21fb1868", "0x1e02800f") == 0);
  CHECK(product("mul.rm.ftz.f32", "0x248d9ef4", "0x9b6760d4") == 0x80000000);
  CHECK(product("mul.rn.ftz.f32", "0x3acebefd", "0x051e7e74") == 0x00800000);
  CHECK(product("div.rp.ftz.f32", "0x19d630b0", "0x58d630b1") == 0);
  CHECK(product("div.rp.f32", "0x19d630b0", "0x58d630b1") == 0x00800000);
  const auto narrowed = [](const std::string& name, const std::string& value) {
    return first("mov.f64 %d1, " + value + "; " + name + " %f2, %d1; mov.b32 %r0, %f2;");
  };
  CHECK(narrowed("cvt.rn.ftz.f32.f64", "0d380FFFFFE4080000") == 0);
  CHECK(narrowed("cvt.rn.ftz.f32.f64", "0d380FFFFFF8900000") == 0x00800000);
}
TEST_CASE("min and max prefer a number to a NaN") {
  CHECK(first("mov.f32 %f1, 0f7FC00000; min.f32 %f2, %f1, 0f3F800000; mov.b32 %r0, %f2;") ==
        0x3f800000);
}
TEST_CASE("unordered comparisons hold for NaN") {
  CHECK(
      first(
          "mov.f32 %f1, 0f7FC00000; setp.ltu.f32 %p1, %f1, 0f00000000; selp.u32 %r0, 1, 2, %p1;") ==
      1);
  CHECK(
      first(
          "mov.f32 %f1, 0f7FC00000; setp.lt.f32 %p1, %f1, 0f00000000; selp.u32 %r0, 1, 2, %p1;") ==
      2);
}
TEST_CASE("setp combines with a predicate and gives the complement") {
  CHECK(first("setp.eq.u32 %p1, %r60, %r60; setp.lt.and.u32 %p2|%p3, 5, 3, %p1; selp.u32 %r0, 1, "
              "2, %p3;") == 1);
  CHECK(first("setp.ne.u32 %p1, %r60, %r60; setp.gt.or.u32 %p2, 5, 3, !%p1; selp.u32 %r0, 1, 2, "
              "%p2;") == 1);
}
TEST_CASE("a source register may be wider than its type") {
  CHECK(first("mov.u64 %rd1, 0x1ffffffff; cvt.s64.s32 %rd2, %rd1; shr.u64 %rd2, %rd2, 32; "
              "cvt.u32.u64 %r0, %rd2;") == 0xffffffff);
}
TEST_CASE("mov packs and unpacks vectors") {
  CHECK(first("mov.u32 %r1, 1; mov.u32 %r2, 2; mov.b64 %rd1, {%r1, %r2}; mov.b64 {%r3, %r4}, %rd1; "
              "shl.b32 %r4, %r4, 4; or.b32 %r0, %r3, %r4;") == 0x21);
  CHECK(first("mov.u16 %h1, 0x1234; mov.u16 %h2, 0x5678; mov.b32 %r0, {%h1, %h2};") == 0x56781234);
  CHECK(first("mov.u64 %rd1, 0x4444333322221111; mov.b64 {%h1, %h2, %h3, %h4}, %rd1; "
              "mov.b64 %rd2, {%h4, %h3, %h2, %h1}; cvt.u32.u64 %r0, %rd2;") == 0x33334444);
}
TEST_CASE("lanes that a guard leaves out keep what they had") {
  const ptx_run r = run_ptx(
      "mov.u32 %r0, 7; setp.gt.u32 %p1, %r60, 3; mov.u32 %r1, 1; "
      "mov.b64 %rd1, {%r1, %r1}; @%p1 mov.b64 {%r0, _}, %rd1;");
  CHECK(r.out[3] == 7);
  CHECK(r.out[4] == 1);
}

}  // namespace
