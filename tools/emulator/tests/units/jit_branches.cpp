// Compiled code gives what the interpreter gives: lanes that part, and barriers.
#include "jit_kernel.hpp"

namespace {

const std::string odd = "setp.lt.s32 %p1, %r1, 3; mov.u32 %r0, 1; mov.u32 %r5, 2; ";
const std::string tile =
    "mov.u32 %r10, s; and.b32 %r11, %r60, 511; shl.b32 %r12, %r11, 2; add.u32 %r12, %r12, %r10; "
    "st.shared.u32 [%r12], %r1; bar.sync 0; ";

TEST_CASE("one side of a branch is compiled exactly") {
  const auto both = [](const std::string& side, const std::string& end) {
    same(odd + "@%p1 bra over; " + side + " over: " + end);
    same(odd + "@!%p1 bra over; " + side + " over: " + end);
    same("bra.uni begin; begin: " + odd + "@%p1 bra over; " + side + " over: " + end,
         {.blocks = 16, .threads = 500});
  };
  // Needed behind it, needed on it alone, the same for all that execute it.
  both("add.u32 %r0, %r0, %r2; mul.lo.u32 %r5, %r0, %r3;", "xor.b32 %r0, %r0, %r5;");
  both("add.u32 %r6, %r2, 3; mul.lo.u32 %r6, %r6, %r3; xor.b32 %r0, %r6, %r4;", "");
  both("mov.u32 %r0, 9; mov.u32 %r6, 7; add.u32 %r6, %r6, 4; add.u32 %r5, %r6, 1;",
       "add.u32 %r0, %r0, %r5;");
  both("setp.lt.u32 %p2, %r2, 50; selp.u32 %r0, %r3, 11, %p2; @%p2 add.u32 %r0, %r0, 5;",
       "add.u32 %r0, %r0, 1;");
  both("setp.lt.u32 %p1, %r2, 50; add.u32 %r0, %r0, 5; add.u32 %r5, %r5, 6;",
       "@%p1 add.u32 %r0, %r0, %r5;");
  both("add.f32 %f0, %f1, %f2; fma.rn.f32 %f0, %f0, %f3, %f1; mov.b32 %r0, %f0;", "");
  both("add.f32 %f5, %f1, %f2; mov.b32 %r0, %f5; add.u32 %r5, %r0, 1;", "xor.b32 %r0, %r0, %r5;");
  both("mov.f32 %f5, 0f7f800000; sub.f32 %f5, %f5, %f5; mov.b32 %r0, %f5; add.u32 %r5, %r0, %r2;",
       "xor.b32 %r0, %r0, %r5;");
  both("cvt.u64.u32 %rd4, %r2; mul.lo.u64 %rd4, %rd4, %rd1; cvt.u32.u64 %r0, %rd4;", "");
}

TEST_CASE("both sides of a branch are compiled exactly") {
  const auto both = [](const std::string& one, const std::string& other, const std::string& end) {
    same(odd + "@%p1 bra other; " + one + " bra.uni meet; other: " + other + " meet: " + end);
  };
  both("add.u32 %r0, %r0, %r2; add.u32 %r5, %r2, 1;",
       "mul.lo.u32 %r0, %r2, %r3; xor.b32 %r0, %r0, %r5;", "add.u32 %r0, %r0, %r5;");
  both("mov.u32 %r0, 5; add.u32 %r0, %r0, 6;", "mov.u32 %r0, 8; add.u32 %r5, %r0, 3;",
       "add.u32 %r0, %r0, %r5;");
  both("add.u32 %r6, %r2, %r3; xor.b32 %r0, %r6, 5;", "sub.u32 %r6, %r2, %r3; xor.b32 %r0, %r6, 9;",
       "add.u32 %r0, %r0, %r2;");
  // One in another, and in a loop.
  same(odd +
       "@%p1 bra other; setp.lt.u32 %p2, %r2, 9; @%p2 bra inner; add.u32 %r0, %r0, %r3; add.u32 "
       "%r5, "
       "%r5, 7; inner: add.u32 %r0, %r0, 3; bra.uni meet; other: add.u32 %r0, %r0, %r4; meet: "
       "add.u32 %r0, %r0, %r5;");
  same(odd +
       "mov.u32 %r7, 0; top: and.b32 %r8, %r1, %r7; setp.ne.u32 %p1, %r8, 0; @%p1 bra other; "
       "mad.lo.u32 %r0, %r0, 3, %r2; add.u32 %r5, %r5, %r7; other: add.u32 %r7, %r7, 1; "
       "setp.lt.u32 %p2, %r7, 17; @%p2 bra top; xor.b32 %r0, %r0, %r5;");
}

TEST_CASE("accesses on one side of a branch are compiled exactly") {
  const std::string end = " over: bar.sync 0; ld.shared.u32 %r5, [%r12]; add.u32 %r0, %r0, %r5;";
  const auto side = [&](const std::string& text) {
    same(tile + odd + "@%p1 bra over; " + text + end, {.blocks = 256, .threads = 32});
  };
  side("ld.shared.u32 %r0, [%r12]; add.u32 %r0, %r0, %r2; st.shared.u32 [%r12], %r0;");
  side(
      "xor.b32 %r6, %r12, 20; ld.shared.u32 %r0, [%r6]; ld.shared.u32 %r5, [%r6+0]; add.u32 %r0, "
      "%r0, %r5; st.shared.u32 [%r6], %r0;");
  side("st.shared.u32 [s], %r2; ld.shared.u32 %r0, [s]; add.u32 %r0, %r0, 1;");
  side("atom.shared.add.u32 %r0, [s], %r2; red.shared.max.u32 [%r12], %r3; add.u32 %r0, %r0, 1;");
  side("st.global.u32 [%rd61], %r3; ld.global.u32 %r0, [%rd61]; add.u32 %r0, %r0, 1;");
}

// A NaN of f64 is the interpreter's, and so is what the side does then.
TEST_CASE("the interpreter goes on with one side where compiled code leaves it") {
  const std::string numbers =
      "cvt.rn.f64.s32 %d1, %r1; cvt.rn.f64.s32 %d2, %r2; mov.b64 %d3, %rd1; ";
  for (const std::string branch : {"@%p1 bra over; ", "@!%p1 bra over; "}) {
    same(numbers + odd + branch +
         "add.u32 %r0, %r0, %r4; add.f64 %d4, %d3, %d1; mul.f64 %d4, %d4, %d2; mov.b64 %rd4, %d4; "
         "cvt.u32.u64 %r6, %rd4; add.u32 %r5, %r5, %r6; over: add.u32 %r0, %r0, %r5; "
         "xor.b32 %r0, %r0, %r3; add.u32 %r0, %r0, 1;");
    same(numbers + odd + branch +
         "add.u32 %r0, %r0, 3; add.u32 %r5, %r2, %r0; bra.uni meet; over: add.u32 %r0, %r0, %r4; "
         "add.f64 %d4, %d3, %d1; mov.b64 %rd4, %d4; cvt.u32.u64 %r6, %rd4; add.u32 %r5, %r5, %r6; "
         "meet: add.u32 %r0, %r0, %r5; xor.b32 %r0, %r0, %r3; add.u32 %r0, %r0, 1;");
  }
}

TEST_CASE("a bad access on one side of a branch is found as by the interpreter") {
  const std::string body =
      "and.b32 %r1, %r60, 1; setp.eq.u32 %p1, %r1, 0; mov.u32 %r0, 0; mul.wide.u32 %rd1, %r63, 4; "
      "add.u64 %rd1, %rd1, %rd60; add.u64 %rd1, %rd1, 1048576; @%p1 bra over; add.u32 %r0, %r0, 3; "
      "ld.global.u32 %r0, [%rd1]; add.u32 %r0, %r0, 3; over:";
  ptx_shape shape{.blocks = 16, .threads = 512};
  shape.workers = 1;
  shape.may_compile = false;
  const ptx_run interpreted = run_ptx(body, shape);
  shape.may_compile = true;
  shape.counted = false;
  const ptx_run compiled = run_ptx(body, shape);
  REQUIRE(compiled.outcome.findings.size() == 1);
  CHECK(compiled.outcome.findings == interpreted.outcome.findings);
}

TEST_CASE("barriers are compiled exactly") {
  const std::string sum =
      "mov.u32 %r6, 256; top: setp.ge.u32 %p1, %r11, %r6; @%p1 bra over; shl.b32 %r7, %r6, 2; "
      "add.u32 %r7, %r7, %r12; ld.shared.u32 %r8, [%r12]; ld.shared.u32 %r9, [%r7]; add.u32 %r8, "
      "%r8, %r9; st.shared.u32 [%r12], %r8; over: bar.sync 0; shr.u32 %r6, %r6, 1; setp.ne.u32 "
      "%p2, %r6, 0; @%p2 bra top; ld.shared.u32 %r0, [%r12]; ld.shared.u32 %r5, [s]; add.u32 %r0, "
      "%r0, %r5;";
  same(tile + sum);
  same(tile + sum, {.blocks = 512, .threads = 32});
  // The last warp is not whole; some lanes, some warps have gone before.
  same(tile +
           "mov.u32 %r6, 3; top: xor.b32 %r7, %r12, 8; ld.shared.u32 %r8, [%r7]; bar.sync 0; "
           "add.u32 %r8, %r8, %r6; st.shared.u32 [%r12], %r8; bar.sync 0; sub.u32 %r6, %r6, 1; "
           "setp.ne.u32 %p2, %r6, 0; @%p2 bra top; ld.shared.u32 %r0, [%r12];",
       {.blocks = 16, .threads = 492});
  for (const std::string gone : {"setp.gt.u32 %p3, %r11, 300;",
                                 "and.b32 %r7, %r11, 32; setp.ne.u32 "
                                 "%p3, %r7, 0;"})
    same(tile + gone +
         "mov.u32 %r0, 5; mov.u32 %r6, 5; @%p3 bra gone; top: mad.lo.u32 %r0, %r0, 3, "
         "%r6; ld.shared.u32 %r8, [%r12]; add.u32 %r0, %r0, %r8; bar.sync 0; "
         "st.shared.u32 [%r12], %r0; bar.sync 0; sub.u32 %r6, %r6, 1; setp.ne.u32 %p2, "
         "%r6, 0; @%p2 bra top; gone:");
  // Of one warp another loop, and a barrier of its own number.
  same(tile +
       "shr.u32 %r7, %r11, 5; and.b32 %r7, %r7, 1; mov.u32 %r6, 6; mov.u32 %r0, 1; setp.eq.u32 "
       "%p1, %r7, 0; @%p1 bra other; top: mad.lo.u32 %r0, %r0, 3, %r6; add.u32 %r0, %r0, %r2; "
       "bar.sync 1; sub.u32 %r6, %r6, 1; setp.ne.u32 %p2, %r6, 0; @%p2 bra top; bra.uni end; "
       "other: mad.lo.u32 %r0, %r0, 5, %r6; add.u32 %r0, %r0, %r3; bar.sync 1; sub.u32 %r6, "
       "%r6, 1; setp.ne.u32 %p2, %r6, 0; @%p2 bra other; end:");
}

// What the code takes for the same in all lanes of a warp, because each step gives all of them the
// same, is not where they have left a loop in different turns: the lanes of every other warp,
// before they came to the barrier, in each round or only in later ones.
TEST_CASE("lanes that come to a barrier have values of their own") {
  for (const std::string round : {"6", "4"})
    same(
        tile +
        "mov.u32 %r7, 6; mov.u32 %r0, 0; and.b32 %r13, %r11, 32; shr.u32 %r13, %r13, 3; round: "
        "setp.le.u32 %p3, %r7, " +
        round +
        "; selp.u32 %r9, %r13, 0, %p3; mov.u32 %r6, 0; and.b32 "
        "%r8, %r2, %r9; top: add.u32 %r6, %r6, 1; xor.b32 %r0, %r0, %r6; setp.le.u32 %p1, %r6, "
        "%r8; @%p1 bra top; add.u32 %r0, %r0, %r3; bar.sync 0; add.u32 %r5, %r6, 3; mul.lo.u32 "
        "%r5, %r5, %r5; mad.lo.u32 %r0, %r0, 3, %r5; sub.u32 %r7, %r7, 1; setp.ne.u32 %p2, %r7, 0; "
        "@%p2 bra round;");
}

// Two warps run so long that the others wait before they come, one after the other.
TEST_CASE("a warp that comes late to a barrier is compiled exactly") {
  same(tile +
           "mov.u32 %r6, 2; mov.u32 %r0, 0; shr.u32 %r13, %r11, 5; and.b32 %r14, %r13, 1; "
           "setp.lt.u32 %p3, %r13, 4; setp.eq.and.u32 %p3, %r14, 0, %p3; mul.lo.u32 %r13, %r13, "
           "100000; add.u32 %r13, %r13, 70000; round: mov.u32 %r7, 0; @!%p3 bra over; top: "
           "mad.lo.u32 "
           "%r0, %r0, 3, %r7; add.u32 %r7, %r7, 1; setp.lt.u32 %p1, %r7, %r13; @%p1 bra top; over: "
           "st.shared.u32 [%r12], %r0; bar.sync 0; xor.b32 %r8, %r12, 384; ld.shared.u32 %r5, "
           "[%r8]; "
           "mad.lo.u32 %r0, %r0, 5, %r5; bar.sync 0; sub.u32 %r6, %r6, 1; setp.ne.u32 %p2, %r6, 0; "
           "@%p2 bra round;",
       {.blocks = 16, .threads = 512});
}

// Those that have parted before wait in the middle of a side, and would meet the others there.
TEST_CASE("lanes that wait in the middle of a side are met there") {
  same(
      "mov.u32 %r0, 1; and.b32 %r6, %r60, 3; mov.u32 %r10, s; setp.eq.u32 %p3, %r60, 0; @%p3 "
      "st.shared.u32 [s], 1; setp.eq.u32 %p1, %r6, 0; @%p1 bra second; add.u32 %r7, %r2, 1; "
      "xor.b32 "
      "%r7, %r7, %r3; add.u32 %r0, %r0, %r7; setp.eq.u32 %p2, %r6, 1; @%p2 bra third; add.u32 %r0, "
      "%r0, 7; second: red.shared.add.u32 [s], 3; ld.shared.u32 %r5, [s]; add.u32 %r0, %r0, %r5; "
      "third: red.shared.add.u32 [s], 5; ld.shared.u32 %r5, [s]; mad.lo.u32 %r0, %r0, 3, %r5; "
      "add.u32 %r0, %r0, 1;",
      {.blocks = 256, .threads = 32});
}

// Blocks add to one word in turn: natural order is the same with compiled code.
TEST_CASE("the order of warps is the interpreter's") {
  same(
      "mov.u32 %r10, s; mov.u32 %r6, 4; mov.u32 %r0, 0; setp.eq.u32 %p3, %r60, 0; @%p3 "
      "st.shared.u32 [s], 1; bar.sync 0; top: ld.shared.u32 %r5, [s]; mad.lo.u32 %r5, %r5, 5, "
      "%r60; st.shared.u32 [s], %r5; add.u32 %r0, %r0, %r5; bar.sync 0; sub.u32 %r6, %r6, 1; "
      "setp.ne.u32 %p2, %r6, 0; @%p2 bra top; add.u32 %r0, %r0, 1;");
}

}  // namespace
