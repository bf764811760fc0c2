// The checks find in compiled code what they find in the interpreter's.
#include "jit_kernel.hpp"

namespace {

// %r12: this thread's word of shared memory, which holds %r1; %r13: that of the thread beside it.
const std::string own =
    "mov.u32 %r10, s; and.b32 %r11, %r60, 511; shl.b32 %r12, %r11, 2; add.u32 %r12, %r12, %r10; "
    "xor.b32 %r13, %r11, 32; shl.b32 %r13, %r13, 2; add.u32 %r13, %r13, %r10; "
    "st.shared.u32 [%r12], %r1; ";

std::size_t count_of(const std::string& text, const std::string& word) {
  std::size_t found = 0;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
    ++found;
  return found;
}

TEST_CASE("a race between warps is found in compiled code") {
  const std::string text =
      found_alike(own + "bar.sync 0; ld.shared.u32 %r0, [%r13]; st.shared.u32 [%r12], %r0;");
  CHECK(count_of(text, "\"race\"") == 1);
}

TEST_CASE("a race in a loop is found in compiled code as often") {
  const std::string text = found_alike(
      own +
      "mov.u32 %r20, 0; mov.u32 %r0, 0; again: ld.shared.u32 %r5, [%r13]; mad.lo.u32 %r0, %r0, 3, "
      "%r5; bar.sync 0; st.shared.u32 [%r12], %r0; add.u32 %r20, %r20, 1; setp.lt.u32 %p1, %r20, "
      "50; @%p1 bra again;");
  CHECK(count_of(text, "\"race\"") > 0);
}

TEST_CASE("a race of some lanes is found in compiled code") {
  const std::string text = found_alike(
      own +
      "bar.sync 0; mov.u32 %r0, 5; and.b32 %r20, %r60, 3; setp.eq.u32 %p1, %r20, 1; @%p1 bra "
      "side; ld.shared.u32 %r0, [%r12]; bra meet; side: ld.shared.u32 %r0, [%r13]; add.u32 %r0, "
      "%r0, 7; meet: st.shared.u32 [%r12], %r0; setp.lt.u32 %p1, %r2, 100; @%p1 ld.shared.u32 "
      "%r0, [%r13+4];");
  CHECK(count_of(text, "\"race\"") > 0);
}

// The value goes through a loop that was compiled before anybody knew of such a value.
TEST_CASE("a value that nobody has written is followed out of compiled code") {
  const std::string text = found_alike(
      "mov.u32 %r10, s; and.b32 %r11, %r60, 511; shl.b32 %r12, %r11, 2; add.u32 %r12, %r12, %r10; "
      "mov.u32 %r0, 0; setp.lt.u32 %p1, %r63, 5000; @%p1 bra fill; bra filled; fill: "
      "st.shared.u32 [%r12], %r1; filled: ld.shared.u32 %r5, [%r12]; mov.u32 %r20, 0; again: "
      "mad.lo.u32 %r0, %r5, 3, %r0; add.u32 %r5, %r5, 1; add.u32 %r20, %r20, 1; setp.lt.u32 %p1, "
      "%r20, 40; @%p1 bra again;");
  CHECK(count_of(text, "\"uninitialized_read\"") > 0);
}

TEST_CASE("a value that nobody has written and nobody uses is no finding in compiled code") {
  CHECK(found_alike(own + "bar.sync 0; ld.shared.u32 %r5, [%r12+2048]; mov.u32 %r0, 1;") == "");
}

TEST_CASE("atomic operations are no race in compiled code, and a plain store among them is") {
  const std::string bin =
      own + "bar.sync 0; and.b32 %r20, %r1, 15; shl.b32 %r20, %r20, 2; add.u32 %r20, %r20, %r10; ";
  CHECK(found_alike(bin + "red.shared.add.u32 [%r20], 1; mov.u32 %r0, 1;") == "");
  const std::string text = found_alike(
      bin +
      "red.shared.add.u32 [%r20], 1; setp.eq.u32 %p1, %r60, 77; mov.u32 %r0, 1; @!%p1 bra done; "
      "st.shared.u32 [%r20], 4; done:");
  CHECK(count_of(text, "\"race\"") > 0);
}

TEST_CASE("a shuffle orders the lanes of a warp in compiled code") {
  const std::string shuffle = "shfl.sync.down.b32 %r0, %r1, 4, 31, -1; ";
  const std::string beside =
      "xor.b32 %r13, %r11, 1; shl.b32 %r13, %r13, 2; add.u32 %r13, %r13, %r10; ";
  CHECK(found_alike(own + beside + shuffle + "ld.shared.u32 %r5, [%r13]; add.u32 %r0, %r0, %r5;") ==
        "");
  CHECK(found_alike(own + beside + "ld.shared.u32 %r0, [%r13];") != "");
}

TEST_CASE("half-warps that overlap race in compiled code") {
  const std::string text = found_alike(
      own +
      "bar.sync 0; and.b32 %r14, %r60, 15; shl.b32 %r14, %r14, 2; add.u32 %r14, %r14, %r10; "
      "st.shared.u32 [%r14], %r60; bar.sync 0; shr.u32 %r15, %r60, 4; and.b32 %r15, %r15, 1; "
      "shl.b32 %r15, %r15, 6; add.u32 %r14, %r14, %r15; ld.shared.u32 %r0, [%r14];");
  CHECK(text != "");
}

TEST_CASE("a guarded access is looked at once in compiled code") {
  const std::string some = own + "bar.sync 0; setp.lt.u32 %p1, %r1, 2000000000; mov.u32 %r0, 5; ";
  CHECK(count_of(found_alike(some + "@%p1 ld.shared.u32 %r0, [%r13]; bar.sync 0;"), "race") == 0);
  for (const char* access : {"@%p1 ld.shared.u32 %r0, [%r13]; st.shared.u32 [%r12], %r60;",
                             "@%p1 st.shared.u32 [%r13], %r60; ld.shared.u32 %r0, [%r12];"})
    CHECK(count_of(found_alike(some + access), "\"race\"") > 0);
  // Lanes go anywhere, so that the code leaves behind the look.
  const std::string anywhere =
      "mul.lo.u32 %r20, %r11, 77; and.b32 %r20, %r20, 511; shl.b32 %r20, %r20, 2; add.u32 %r20, "
      "%r20, %r10; mov.u32 %r21, 0; again: @%p1 ld.shared.u32 %r5, [%r20]; @%p1 st.shared.u32 "
      "[%r20], %r60; add.u32 %r21, %r21, 1; setp.lt.u32 %p2, %r21, 5; @%p2 bra again; ";
  CHECK(found_alike(some + anywhere + "mov.u32 %r0, 1;") == "");
  CHECK(count_of(found_alike(some + anywhere + "ld.shared.u32 %r0, [%r12];"), "\"race\"") > 0);
}

TEST_CASE("a word that all lanes have read is remembered in compiled code") {
  const std::string read =
      own +
      "bar.sync 0; mov.u32 %r20, 0; mov.u32 %r0, 0; again: ld.shared.u32 %r5, [%r10+36]; add.u32 "
      "%r0, %r0, %r5; add.u32 %r20, %r20, 1; setp.lt.u32 %p1, %r20, 3; @%p1 bra again; ";
  const std::string write =
      "setp.ne.u32 %p1, %r60, 9; @%p1 bra done; st.shared.u32 [%r10+36], 4; done:";
  CHECK(count_of(found_alike(read + write), "\"race\"") == 1);
  CHECK(found_alike(read + "bar.sync 0; " + write) == "");
  // By one warp, when the words of the row are remembered one by one already.
  const std::string by_one =
      "bar.sync 0; shr.u32 %r20, %r60, 5; setp.eq.u32 %p1, %r20, 3; @%p1 bra writes; setp.ne.u32 "
      "%p1, %r20, 2; @%p1 bra done; ld.shared.u32 %r0, [%r10+36]; bra done; writes: ";
  CHECK(count_of(found_alike(read + by_one + "st.shared.u32 [%r10+36], 4; done:"), "\"race\"") ==
        1);
}

TEST_CASE("a write to a row that one other warp has read is a race in compiled code") {
  const std::string read =
      own +
      "bar.sync 0; mov.u32 %r0, 0; and.b32 %r20, %r60, 32; setp.ne.u32 %p1, %r20, 0; @%p1 bra "
      "writes; ld.shared.u32 %r0, [%r13]; bra done; writes: st.shared.u32 [%r12], %r60; done:";
  CHECK(count_of(found_alike(read), "\"race\"") == 1);
}

TEST_CASE("a thread's own accesses are no race in compiled code, and another's behind them is") {
  const std::string update =
      own +
      "mov.u32 %r20, 0; again: ld.shared.u32 %r5, [%r12]; add.u32 %r5, %r5, %r60; st.shared.u32 "
      "[%r12], %r5; add.u32 %r20, %r20, 1; setp.lt.u32 %p1, %r20, 4; @%p1 bra again; ";
  CHECK(found_alike(update + "ld.shared.u32 %r0, [%r12];") == "");
  CHECK(count_of(found_alike(update + "ld.shared.u32 %r0, [%r13];"), "\"race\"") == 1);
  CHECK(count_of(found_alike(update + "bar.sync 0; ld.shared.u32 %r0, [%r13]; ld.shared.u32 %r5, "
                                      "[%r13]; st.shared.u32 [%r12], %r0;"),
                 "\"race\"") == 1);
}

// Lanes 0 to 15 of one warp get a value from a lane that takes no part.
TEST_CASE("an undefined value goes through shuffles in compiled code") {
  const std::string some_lanes =
      own +
      "mov.u32 %r0, %r1; and.b32 %r20, %r60, 31; setp.ge.u32 %p1, %r60, 16; @%p1 bra whole; "
      "shfl.sync.down.b32 %r0, %r1, 8, 31, 65535; whole: ";
  const std::string whole =
      "shfl.sync.bfly.b32 %r5, %r0, 4, 31, -1; add.u32 %r0, %r0, %r5; st.shared.u32 [%r12], %r0;";
  CHECK(count_of(found_alike(some_lanes + whole), "warp_mask") > 0);
  CHECK(found_alike(own + "mov.u32 %r0, %r1; " + whole) == "");
}

// What the readers behind the second one do is not remembered (row_history::read_in).
TEST_CASE("a write to a row that all warps of a block have read is a race, whoever writes") {
  const std::string read =
      own +
      "bar.sync 0; and.b32 %r14, %r60, 31; shl.b32 %r14, %r14, 2; add.u32 %r14, %r14, %r10; "
      "shr.u32 %r15, %r60, 5; mov.u32 %r20, 0; mov.u32 %r0, 0; again: ld.shared.u32 %r5, "
      "[%r14]; add.u32 %r0, %r0, %r5; add.u32 %r20, %r20, 1; setp.lt.u32 %p2, %r20, 3; @%p2 "
      "bra again; ";
  for (const char* writer : {"0", "1", "2", "9", "15"}) {
    const std::string by_one =
        "setp.ne.u32 %p1, %r15, " + std::string(writer) + "; @%p1 bra done; ";
    const std::string row = "st.shared.u32 [%r14], %r60; done:";
    CHECK(count_of(found_alike(read + by_one + row), "\"race\"") == 1);
    CHECK(found_alike(read + "bar.sync 0; " + by_one + row) == "");
  }
  const std::string byte =
      "setp.ne.u32 %p1, %r60, 7; @%p1 bra done; mov.u16 %h1, 1; st.shared.u8 [%r14+1], %h1; done:";
  CHECK(count_of(found_alike(read + byte), "\"race\"") == 1);
}

TEST_CASE("a write to a row that half-warps of all warps have read is a race, whoever writes") {
  const std::string read =
      own +
      "bar.sync 0; and.b32 %r14, %r60, 15; shl.b32 %r14, %r14, 2; add.u32 %r14, %r14, %r10; "
      "shr.u32 %r15, %r60, 5; shr.u32 %r16, %r60, 4; and.b32 %r16, %r16, 1; shl.b32 %r16, %r16, 8; "
      "add.u32 %r17, %r14, %r16; ld.shared.u32 %r0, [%r17]; ld.shared.u32 %r5, [%r14+64]; add.u32 "
      "%r0, %r0, %r5; ";
  for (const char* writer : {"0", "1", "7"}) {
    const std::string by_one =
        "setp.ne.u32 %p1, %r15, " + std::string(writer) + "; @%p1 bra done; ";
    const std::string row = "st.shared.u32 [%r17], 7; done:";
    CHECK(count_of(found_alike(read + by_one + row), "\"race\"") == 1);
    CHECK(found_alike(read + "bar.sync 0; " + by_one + row) == "");
    // Which the warps' halves have read as one row.
    CHECK(count_of(found_alike(read + by_one + "st.shared.u32 [%r14+64], 7; done:"), "\"race\"") >=
          1);
  }
}

// Lanes 0 and 16 read one word, 1 and 17, and so on; each warp has a row of its own.
TEST_CASE("a write to a row that both halves of the warp have read is a race with the other half") {
  const std::string read =
      own +
      "bar.sync 0; and.b32 %r14, %r11, 15; shr.u32 %r15, %r11, 5; shl.b32 %r15, %r15, 4; add.u32 "
      "%r14, %r14, %r15; shl.b32 %r14, %r14, 2; add.u32 %r14, %r14, %r10; ld.shared.u32 %r0, "
      "[%r14]; ld.shared.u32 %r5, [%r14+1024]; add.u32 %r0, %r0, %r5; ";
  const std::string write =
      "and.b32 %r16, %r11, 16; setp.ne.u32 %p1, %r16, 0; @%p1 bra done; st.shared.u32 [%r14], 7; "
      "done:";
  const std::string by_others =
      "and.b32 %r16, %r11, 16; setp.eq.u32 %p1, %r16, 0; @%p1 bra done; st.shared.u32 [%r14], 7; "
      "done:";
  for (const std::string& half : {write, by_others}) {
    CHECK(count_of(found_alike(read + half), "\"warp_race\"") == 1);
    CHECK(found_alike(read + "bar.warp.sync -1; " + half) == "");
  }
}

// The last of three warps that read a row does not come to the barrier behind which a fourth one
// writes.
TEST_CASE("a barrier of some warps does not hide another one's read") {
  const std::string text = found_alike(
      own +
      "bar.sync 0; and.b32 %r14, %r60, 31; shl.b32 %r14, %r14, 2; add.u32 %r14, %r14, %r10; "
      "shr.u32 %r15, %r60, 5; mov.u32 %r0, 0; setp.eq.u32 %p1, %r15, 3; @%p1 bra wait; setp.gt.u32 "
      "%p1, "
      "%r15, 2; @%p1 bra done; ld.shared.u32 %r0, [%r14]; setp.eq.u32 %p1, %r15, 2; @%p1 bra done; "
      "wait: bar.sync 1, 96; setp.ne.u32 %p1, %r15, 3; @%p1 bra done; st.shared.u32 [%r14], %r60; "
      "done:");
  CHECK(count_of(text, "\"race\"") == 1);
}

}  // namespace
