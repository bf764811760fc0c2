// Half precision and the conversions to and from narrow formats: what the ISA manual says at their
// edges.
#include <doctest/doctest.h>

#include "ptx_kernel.hpp"

namespace {

std::uint32_t first(const std::string& body) { return run_ptx(body).out[0]; }

// Result of an instruction on 16-bit operands.
std::uint32_t of_halves(const std::string& op, const std::vector<std::string>& operands) {
  std::string body, list;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    body += "mov.b16 %h" + std::to_string(i + 1) + ", " + operands[i] + ";";
    list += ", %h" + std::to_string(i + 1);
  }
  return first(body + op + " %h0" + list + "; cvt.u32.u16 %r0, %h0;");
}

TEST_CASE("f16 sums round to nearest even and overflow to infinity") {
  CHECK(of_halves("add.f16", {"0x3c00", "0x1000"}) == 0x3c00);  // 1 + 2^-11, a tie
  CHECK(of_halves("add.f16", {"0x3c01", "0x1000"}) == 0x3c02);
  CHECK(of_halves("add.f16", {"0x7bff", "0x7bff"}) == 0x7c00);
  CHECK(of_halves("add.f16", {"0x0001", "0x0001"}) == 0x0002);
}
TEST_CASE("a NaN of a half is 0x7fff") {
  CHECK(of_halves("add.f16", {"0x7c00", "0xfc00"}) == 0x7fff);
  CHECK(of_halves("mul.bf16", {"0x7fc1", "0x3f80"}) == 0x7fff);
}
TEST_CASE("fma of bf16 rounds once, even where its product lies halfway") {
  CHECK(of_halves("fma.rn.bf16", {"0x4301", "0x4040", "0x0000"}) == 0x43c2);  // 387: to even
  CHECK(of_halves("fma.rn.bf16", {"0x4301", "0x4040", "0x8d80"}) == 0x43c1);  // 387 - 2^-100
}
TEST_CASE("ftz, sat and relu of halves") {
  CHECK(of_halves("add.ftz.f16", {"0x0001", "0x0001"}) == 0);
  // 2^-14 less a little, rounded to 11 digits
  CHECK(of_halves("fma.rn.f16", {"0x8c43", "0x0400", "0x0400"}) == 0x0400);
  CHECK(of_halves("fma.rn.ftz.f16", {"0x8c43", "0x0400", "0x0400"}) == 0);
  CHECK(of_halves("fma.rn.ftz.f16", {"0x0b0c", "0x8400", "0x0400"}) == 0x0400);
  CHECK(of_halves("add.sat.f16", {"0x3c00", "0x3c00"}) == 0x3c00);
  CHECK(of_halves("fma.rn.relu.f16", {"0xbc00", "0x3c00", "0x0000"}) == 0);
}
TEST_CASE("a half of a word is compared and swapped without the other") {
  CHECK(first("st.global.u32 [%rd61], 0x00050007; mov.u16 %h1, 5; mov.u16 %h2, 9;"
              "atom.global.cas.b16 %h3, [%rd61+2], %h1, %h2;"
              "atom.global.cas.b16 %h3, [%rd61], %h1, %h2;"
              "ld.global.u32 %r1, [%rd61]; cvt.u32.u16 %r2, %h3; add.u32 %r0, %r1, %r2;") ==
        0x00090007 + 7);
}
TEST_CASE("packed halves do not touch each other") {
  CHECK(first("mov.b32 %r1, 0x7bff3c00; add.f16x2 %r0, %r1, %r1;") == 0x7c004000);
  CHECK(first("mov.b32 %r1, 0x3f807f7f; max.bf16x2 %r0, %r1, 0;") == 0x3f807f7f);
}
TEST_CASE("xorsign takes magnitudes and the product's sign") {
  CHECK(of_halves("min.xorsign.abs.f16", {"0xbc00", "0x4000"}) == 0xbc00);
  CHECK(first("mov.b32 %r1, 0xbf800000; mov.b32 %r2, 0xc0000000; max.xorsign.abs.f32 %r0, %r1, "
              "%r2;") == 0x40000000);
}
TEST_CASE("setp of a pair has a predicate for each half") {
  CHECK(first("mov.b32 %r1, 0x3c004000; mov.b32 %r2, 0x40003c00; setp.lt.f16x2 %p1|%p2, %r1, %r2; "
              "selp.u32 %r0, 1, 0, %p1; @%p2 or.b32 %r0, %r0, 2;") == 2);
}
TEST_CASE("set of halves writes one or all ones") {
  CHECK(of_halves("set.lt.f16.f16", {"0x3c00", "0x4000"}) == 0x3c00);
  CHECK(of_halves("set.lt.u16.bf16", {"0x3f80", "0x4000"}) == 0xffff);
  CHECK(first("mov.b32 %r1, 0x3c004000; set.gt.f16x2.f16x2 %r0, %r1, 0x3c003c00;") == 0x00003c00);
  CHECK(first("mov.b32 %r1, 0x3c004000; set.gt.u32.f16x2 %r0, %r1, 0x3c003c00;") == 0x0000ffff);
}
TEST_CASE("conversions to f16 in every rounding") {
  const auto rounded = [](const std::string& mode, const std::string& value) {
    return first("mov.b32 %f1, " + value + "; cvt." + mode +
                 ".f16.f32 %h1, %f1; cvt.u32.u16 %r0, %h1;");
  };
  CHECK(rounded("rn", "0f3F801000") == 0x3c00);  // 1 + 2^-11
  CHECK(rounded("rp", "0f3F800001") == 0x3c01);
  CHECK(rounded("rm", "0fBF800001") == 0xbc01);
  CHECK(rounded("rz", "0f47800000") == 0x7bff);
  CHECK(rounded("rn", "0f477FF000") == 0x7c00);  // 65520, the first to overflow
  CHECK(rounded("rn", "0f33000000") == 0x0000);  // half the smallest subnormal
  CHECK(rounded("rn", "0f33000001") == 0x0001);
}
TEST_CASE("a 64-bit integer is rounded once on its way to bf16") {
  // 2^62 + 2^54 + 1: above the tie between two halves, which a double would make a tie.
  CHECK(first("mov.u64 %rd1, 0x4040000000000001; cvt.rn.bf16.u64 %h1, %rd1; cvt.u32.u16 %r0, "
              "%h1;") == 0x5e81);
  CHECK(first("mov.u64 %rd1, 0x4040000000000000; cvt.rn.bf16.u64 %h1, %rd1; cvt.u32.u16 %r0, "
              "%h1;") == 0x5e80);
}
TEST_CASE("packing puts the first source into the upper half") {
  CHECK(
      first("mov.f32 %f1, 0f3F800000; mov.f32 %f2, 0f40000000; cvt.rn.f16x2.f32 %r0, %f1, %f2;") ==
      0x3c004000);
  CHECK(first("mov.u32 %r1, 300; mov.u32 %r2, -300; cvt.pack.sat.s8.s32.b32 %r0, %r1, %r2, "
              "0x1234;") == 0x12347f80);
}
TEST_CASE("fp8 saturates, and e4m3 knows one NaN and no infinity") {
  CHECK(first("mov.f32 %f1, 0f7F800000; mov.f32 %f2, 0fC7000000; "
              "cvt.rn.satfinite.e4m3x2.f32 %h1, %f1, %f2; cvt.u32.u16 %r0, %h1;") == 0x7efe);
  CHECK(first("mov.b16 %h1, 0x7e01; cvt.rn.f16x2.e4m3x2 %r0, %h1;") == 0x5f001800);
  CHECK(first("mov.b16 %h1, 0x7c01; cvt.rn.f16x2.e5m2x2 %r0, %h1;") == 0x7c000100);
}
TEST_CASE("tf32 has ten bits of fraction") {
  CHECK(first("mov.b32 %r1, 0x3f801000; cvt.rna.tf32.f32 %r0, %r1;") == 0x3f802000);
  CHECK(first("mov.b32 %r1, 0x3f801000; cvt.rn.tf32.f32 %r0, %r1;") == 0x3f800000);
}
TEST_CASE("atomics add halves") {
  CHECK(first("mov.b32 %r1, 0x3c003c00; st.global.b32 [%rd61], %r1; "
              "red.global.add.noftz.f16x2 [%rd61], %r1; ld.global.b32 %r0, [%rd61];") ==
        0x40004000);
}
TEST_CASE("atomics on vectors change each element, and give the old ones") {
  ptx_shape shape;
  shape.extra_words = 64;  // two for each thread
  const auto gives = [&](const std::string& body) {
    return run_ptx(
               "mul.wide.u32 %rd50, %r60, 8; add.u64 %rd50, %rd50, %rd60;"
               "mov.f32 %f1, 0f3f800000; mov.f32 %f2, 0f40000000; mov.b32 %r1, 0x3c004000;"
               "mov.b32 %r2, 0x40003c00;" +
                   body,
               shape)
        .out[0];
  };
  const std::string floats = "st.global.v2.f32 [%rd50+128], {%f1, %f2};",
                    halves = "st.global.v2.b32 [%rd50+128], {%r1, %r1};",
                    load = "ld.global.b32 %r0, [%rd50+132];";
  CHECK(gives(floats + "red.global.v2.f32.add [%rd50+128], {%f1, %f1};" + load) == 0x40400000);
  CHECK(gives(floats + "atom.global.add.v2.f32 {%f3, %f4}, [%rd50+128], {%f2, %f2};"
                       "mov.b32 %r0, %f4;") == 0x40000000);
  CHECK(gives(floats + "atom.global.add.v2.f32 {%f2, %f1}, [%rd50+128], {%f1, %f2};" + load) ==
        0x40800000);
  CHECK(gives(floats + "atom.global.v2.f32.add {_, %f4}, [%rd50+128], {%f2, %f2};" + load) ==
        0x40800000);
  CHECK(gives(halves + "red.global.min.noftz.v2.f16x2 [%rd50+128], {%r2, %r2};" + load) ==
        0x3c003c00);
  CHECK(gives(halves + "red.global.max.noftz.v2.bf16x2 [%rd50+128], {%r2, %r2};" + load) ==
        0x40004000);
  CHECK_THROWS(gives("red.shared.v2.f32.add [%rd50], {%f1, %f1};"));
  CHECK_THROWS(gives("red.global.v2.u32.add [%rd50], {%r1, %r1};"));
}

}  // namespace
