// Compiled code gives what the interpreter gives: memory, control and shuffles.
#include "jit_kernel.hpp"

namespace {

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

// More addresses are in use at once than there are vector registers: some come from memory.
TEST_CASE("addresses that registers do not hold are compiled exactly") {
  std::string body =
      "mov.u32 %r10, s; and.b32 %r11, %r60, 511; shl.b32 %r12, %r11, 2; add.u32 %r12, %r12, %r10; "
      "st.shared.u32 [%r12], %r1; bar.sync 0; mov.u32 %r0, 0;";
  const auto each_address = [&](const std::string& text) {
    for (int n = 14; n < 50; ++n) {
      std::string one = text;
      for (std::size_t at; (at = one.find("@A")) != std::string::npos;)
        one.replace(at, 2, "%r" + std::to_string(n));
      for (std::size_t at; (at = one.find("@N")) != std::string::npos;)
        one.replace(at, 2, std::to_string(n));
      body += one;
    }
  };
  each_address(
      "xor.b32 @A, %r11, @N; and.b32 @A, @A, 511; shl.b32 @A, @A, 2; add.u32 @A, @A, %r10;");
  each_address("ld.shared.u32 %r13, [@A]; mad.lo.u32 %r0, %r0, 5, %r13;");
  each_address("ld.shared.u32 %r13, [@A]; xor.b32 %r0, %r0, %r13; add.u32 %r0, %r0, @A;");
  body += "sub.u32 %r0, %r0, %r10; bar.sync 0;";
  body += "mov.u32 %r13, 7;";
  each_address("st.shared.u32 [@A], %r13;");
  same(body + "bar.sync 0; ld.shared.u32 %r13, [%r12]; add.u32 %r0, %r0, %r13;");
}

// An address row is looked at once for all that uses it.
TEST_CASE("accesses that share an address row are compiled exactly") {
  const std::string own =
      "mov.u32 %r10, s; and.b32 %r11, %r60, 511; shl.b32 %r12, %r11, 2; add.u32 "
      "%r12, %r12, %r10; st.shared.u32 [%r12], %r1; bar.sync 0; and.b32 %r14, %r60, 15; "
      "shr.u32 %r15, %r11, 4; ";
  const std::string twice =
      "ld.shared.u32 %r0, [%r13+64]; ld.shared.u32 %r5, [%r13+128]; mad.lo.u32 %r0, %r0, 3, %r5; "
      "ld.shared.u32 %r5, [%r13]; mad.lo.u32 %r0, %r0, 3, %r5; ";
  const auto at = [&](const std::string& element) {
    return own + element + "shl.b32 %r13, %r13, 2; add.u32 %r13, %r13, %r10; ";
  };
  const std::string rows = at("and.b32 %r13, %r15, 3; mad.lo.u32 %r13, %r13, 64, %r14;"),
                    words = at("shr.u32 %r13, %r11, 4;"),
                    mixed = at("and.b32 %r13, %r15, 1; mul.lo.u32 %r13, %r13, %r14;"),
                    any = at("mul.lo.u32 %r13, %r11, 7; and.b32 %r13, %r13, 255;");
  for (const std::string& how : {at("mov.u32 %r13, %r14;"), rows, words, mixed, any}) {
    same(how + twice);
    same(how +
         "setp.lt.u32 %p1, %r2, 100; ld.shared.u32 %r0, [%r13]; mov.u32 %r5, 3; "
         "@%p1 ld.shared.u32 %r5, [%r13+4]; add.u32 %r0, %r0, %r5;");
    same(how +
         "setp.lt.u32 %p1, %r2, 100; mov.u32 %r0, 3; @%p1 ld.shared.u32 %r0, [%r13]; "
         "ld.shared.u32 %r5, [%r13+4]; add.u32 %r0, %r0, %r5;");
    // Nothing is found where the guard lets no lane through.
    same(how +
         "and.b32 %r5, %r15, 2; setp.eq.u32 %p1, %r5, 0; mov.u32 %r0, 3; "
         "@%p1 ld.shared.u32 %r0, [%r13]; ld.shared.u32 %r5, [%r13+4]; add.u32 %r0, %r0, "
         "%r5;");
    // The row changes in between, by the load itself and by what follows it.
    same(how + twice +
         "mul.lo.u32 %r5, %r14, 12; add.u32 %r13, %r10, %r5; ld.shared.u32 %r5, "
         "[%r13+4]; add.u32 %r0, %r0, %r5;");
    same(how +
         "ld.shared.u32 %r0, [%r13+4]; add.u32 %r13, %r13, %r14; and.b32 %r13, %r13, -4; "
         "ld.shared.u32 %r5, [%r13+4]; add.u32 %r0, %r0, %r5;");
    same(how +
         "ld.shared.u32 %r0, [%r13+4]; and.b32 %r5, %r60, 63; shl.b32 %r5, %r5, 2; add.u32 "
         "%r5, %r5, %r10; st.shared.u32 [%r13], %r5; bar.sync 0; ld.shared.u32 %r13, [%r13]; "
         "ld.shared.u32 %r5, [%r13+8]; add.u32 %r0, %r0, %r5;");
  }
}

// Rows of half-warps that overlap, have a sector or banks in common, or do not; a row and a word.
TEST_CASE("what half-warps access is compiled and counted exactly") {
  const std::string lanes =
      "and.b32 %r14, %r60, 15; shr.u32 %r15, %r60, 4; and.b32 %r15, %r15, 1; and.b32 %r16, %r60, "
      "31; "
      "setp.lt.u32 %p1, %r16, 20; setp.eq.u32 %p2, %r16, 7; mov.u64 %rd50, many; mov.u32 %r10, s; "
      "and.b32 %r11, %r60, 511; shl.b32 %r12, %r11, 2; add.u32 %r12, %r12, %r10; st.shared.u32 "
      "[%r12], %r1; bar.sync 0; mov.u32 %r0, 3; mov.u32 %r5, 4; ";
  for (const char* apart : {"0", "5", "8", "16", "20", "24", "32", "40", "48", "100"}) {
    for (const char* first : {"%r15", "1, %r15"}) {
      const bool is_turned = first[0] == '1';
      const std::string half = std::string(is_turned ? "sub.u32 %r17, " : "mov.u32 %r17, ") +
                               first + "; mul.lo.u32 %r17, %r17, " + apart + "; ";
      const std::string global =
          lanes + half +
          "add.u32 %r17, %r17, %r14; add.u32 %r17, %r17, 3; mul.wide.u32 %rd51, "
          "%r17, 4; add.u64 %rd51, %rd51, %rd50; ";
      for (const std::string guard : {"", "@%p1 ", "@%p2 "})
        same(global + guard + "ld.global.u32 %r0, [%rd51]; " + guard +
             "ld.global.u32 %r5, [%rd51+20]; add.u32 %r0, %r0, %r5;");
      for (const std::string step : {"%r14", "0", "%r18", "%r19"})
        same(lanes + half +
             "mul.lo.u32 %r18, %r14, %r15; sub.u32 %r19, %r14, %r18; add.u32 %r17, "
             "%r17, " +
             step +
             "; shl.b32 %r17, %r17, 2; add.u32 %r17, %r17, %r10; "
             "ld.shared.u32 %r0, [%r17+8]; ld.shared.u32 %r5, [%r17]; add.u32 %r0, "
             "%r0, %r5;");
    }
  }
}

// A half-warp's row ends where shared memory does, the other's lies behind it.
TEST_CASE("a half-warp behind shared memory is found in compiled code") {
  const ptx_run r = run_ptx(
      "mov.u32 %r10, s; and.b32 %r11, %r60, 31; shr.u32 %r12, %r11, 4; shl.b32 %r12, %r12, 20; "
      "and.b32 %r11, %r11, 15; shl.b32 %r11, %r11, 2; add.u32 %r12, %r12, %r11; add.u32 %r12, "
      "%r12, %r10; ld.shared.u32 %r0, [%r12]; ld.shared.u32 %r0, [%r12+4];",
      {.blocks = 16, .threads = 512, .counted = false});
  REQUIRE(r.outcome.findings.size() == 1);
  CHECK(r.outcome.findings[0].kind == finding_kind::out_of_bounds);
}

TEST_CASE("atomic operations on shared memory are compiled exactly") {
  const std::string own =
      "mov.u32 %r10, s; and.b32 %r11, %r60, 511; shl.b32 %r12, %r11, 2; add.u32 "
      "%r12, %r12, %r10; st.shared.u32 [%r12], %r1; bar.sync 0; setp.lt.u32 %p1, %r3, 100; "
      "mov.u32 %r0, 3; mov.u32 %r5, 9; ";
  const std::string others =
      "and.b32 %r13, %r2, 7; shl.b32 %r13, %r13, 2; add.u32 %r13, %r13, %r10; ";
  const std::string look = " bar.sync 0; ld.shared.u32 %r5, [%r12]; add.u32 %r0, %r0, %r5;";
  // One warp at a time: the others' order is the schedule's.
  const ptx_shape one_warp{.blocks = 256, .threads = 32};
  for (const char* how : {"add.u32", "and.b32", "or.b32", "xor.b32", "exch.b32", "min.u32",
                          "min.s32", "max.u32", "max.s32"}) {
    const std::string change = how;
    for (const std::string& where : {std::string("%r12"), std::string("%r13"), std::string("s")}) {
      const std::string update =
          "atom.shared." + change + " %r5, [" + where + "], %r4; add.u32 %r0, %r0, %r5;";
      same(own + others + update + look, one_warp);
      same(own + others + "@%p1 " + update + look, one_warp);
      same(own + others + "@%p1 red.shared." + (change == "exch.b32" ? "add.u32" : change) + " [" +
               where + "], %r4;" + look,
           one_warp);
      same(own + others + "@%p1 bra over; " + update + "xor.b32 %r0, %r0, %r5; over:" + look,
           one_warp);
    }
    same(own + "atom.shared." + change + " %r0, [s], 5;" + look, one_warp);
  }
}

TEST_CASE("elements of each width are compiled exactly") {
  const std::string own =
      "mov.u32 %r10, s; and.b32 %r11, %r60, 511; mul.lo.u32 %r12, %r11, 8; add.u32 %r12, %r12, "
      "%r10; st.shared.u64 [%r12], %rd1; bar.sync 0; ";
  for (const char* one :
       {"ld.shared.u64 %rd0, [%r12];", "ld.shared.u32 %rd0, [%r12+4];",
        "ld.shared.s32 %rd0, [%r12];", "ld.shared.s8 %rd0, [%r12+3];",
        "ld.shared.u16 %rd0, [%r12+6];", "xor.b32 %r13, %r12, 72; ld.shared.u64 %rd0, [%r13];",
        "st.shared.u8 [%r12+2], %r3; ld.shared.u64 %rd0, [%r12];",
        "st.shared.u16 [%r12+4], %r3; ld.shared.u64 %rd0, [%r12];"})
    same(own + one + fold_wide);
  // Side by side in memory, wider in registers, of all lanes and of some.
  const auto narrow = [&](const std::string& type, int bytes, const std::string& value,
                          const std::string& guard) {
    same(own + "mul.lo.u32 %r13, %r11, " + std::to_string(bytes) +
         "; add.u32 %r13, %r13, %r10; setp.lt.u32 %p1, %r1, %r4; " + guard + " st.shared." + type +
         " [%r13], " + value + "; bar.sync 0; ld.shared." + type + " %r0, [%r13];");
  };
  for (const std::string guard : {"", "@%p1"}) {
    narrow("u8", 1, "%r2", guard);
    narrow("u8", 1, "%rd1", guard);
    narrow("u16", 2, "%r2", guard);
    narrow("u16", 2, "%rd1", guard);
    narrow("u32", 4, "%rd1", guard);
    narrow("u32", 4, "%r2", guard);
  }
  // One for all lanes.
  for (const char* one : {"ld.shared.u8 %h1, [s+3]; cvt.u32.u16 %r0, %h1;",
                          "ld.shared.s8 %h1, [s+3]; cvt.s32.s16 %r0, %h1;",
                          "ld.shared.u16 %h1, [s+2]; cvt.u32.u16 %r0, %h1;"})
    same(own + one);
}

// Its address lies in front of shared memory, where the others' follow it.
TEST_CASE("a lane that takes no part has any address") {
  const std::string own =
      "mov.u32 %r10, s; and.b32 %r11, %r60, 511; shl.b32 %r12, %r11, 2; add.u32 "
      "%r12, %r12, %r10; st.shared.u32 [%r12], %r1; bar.sync 0; mov.u32 %r0, 9; "
      "sub.u32 %r13, %r12, 4; setp.ne.u32 %p1, %r11, 0; ";
  same(own + "@%p1 ld.shared.u32 %r0, [%r13];");
  same(own + "@!%p1 bra over; ld.shared.u32 %r0, [%r13]; add.u32 %r0, %r0, 3; over:");
  same(own + "bar.sync 0; @%p1 st.shared.u32 [%r13], %r2; bar.sync 0; ld.shared.u32 %r0, [%r12];");
}

TEST_CASE("shuffles are compiled exactly") {
  for (const char* mode : {"up.b32 %r0, %r1, 3, 0", "down.b32 %r0, %r1, 16, 31",
                           "bfly.b32 %r0, %r1, 5, 31", "idx.b32 %r0, %r1, 7, 31"}) {
    same(std::string("shfl.sync.") + mode + ", -1; add.u32 %r0, %r0, %r2;");
    std::string text = mode;
    text.insert(text.find(" %r0") + 4, "|%p1");
    same("shfl.sync." + text + ", -1; selp.u32 %r5, 1, 2, %p1; xor.b32 %r0, %r0, %r5;");
  }
  same("add.f32 %f0, %f1, %f2; mov.b32 %r5, %f0; shfl.sync.bfly.b32 %r0, %r5, 1, 31, -1;");
}

TEST_CASE("votes are compiled exactly") {
  for (const std::string condition :
       {"setp.lt.s32 %p1, %r1, 3;", "setp.lt.u32 %p1, %r60, 4096;", "setp.gt.u32 %p1, %r60, 4096;",
        "setp.lt.u32 %p1, %r61, 5;"}) {
    for (const std::string sign : {"", "!"}) {
      const std::string ballot = condition + "vote.sync.ballot.b32 %r0, " + sign +
                                 "%p1, -1; add.u32 %r0, %r0, %r2; xor.b32 %r0, %r0, %r3;";
      same(ballot);
      for (const std::string mode : {"all", "any", "uni"})
        same(condition + "vote.sync." + mode + ".pred %p2, " + sign +
             "%p1, -1; mov.u32 %r0, 3; @%p2 mov.u32 %r0, 5; selp.u32 %r5, 7, 9, %p2; add.u32 %r0, "
             "%r0, %r5;");
    }
    same("mov.u32 %r5, 0xffff; and.b32 %r6, %r60, 31; setp.ge.u32 %p3, %r6, 16; " + condition +
         "mov.u32 %r0, 1; @%p3 bra over; vote.sync.ballot.b32 %r0, %p1, 0xffff; bar.warp.sync "
         "0xffff; "
         "add.u32 %r0, %r0, 1; over: add.u32 %r0, %r0, %r2;");
  }
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

// Of a value that depends on the iteration, which differs between lanes that meet behind a loop.
TEST_CASE("lanes that have left a loop at different times are compiled exactly") {
  const std::string loop =
      "and.b32 %r5, %r1, 7; mov.u32 %r6, 0; top: and.b32 %r7, %r6, 1; setp.eq.u32 %p1, %r7, 0; "
      "add.u32 "
      "%r6, %r6, 1; setp.le.u32 %p2, %r6, %r5; @%p2 bra top; ";
  same(loop + "add.u32 %r0, %r2, 3; mul.lo.u32 %r0, %r0, %r6; xor.b32 %r0, %r0, %r3;");
  same(loop + "selp.u32 %r0, 5, 7, %p1; add.u32 %r0, %r0, %r2; xor.b32 %r0, %r0, %r3;");
  same(loop + "mov.u32 %r0, 1; @%p1 mov.u32 %r0, 2; add.u32 %r0, %r0, %r2; xor.b32 %r0, %r0, %r3;");
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
