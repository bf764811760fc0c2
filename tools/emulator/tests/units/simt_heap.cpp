// malloc and free of device code.
#include <doctest/doctest.h>

#include "ptx_kernel.hpp"

namespace {

const char* const declarations =
    ".extern .func (.param .b64 r) malloc(.param .b64 n);\n.extern .func free(.param .b64 p);\n";

// The pointer comes in, or goes out, in %rd1.
std::string call_malloc(const std::string& bytes) {
  return "{ .param .b64 n; .param .b64 r; st.param.b64 [n], " + bytes +
         "; call.uni (r), malloc, (n); ld.param.b64 %rd1, [r]; }\n";
}
const std::string call_free = "{ .param .b64 p; st.param.b64 [p], %rd1; call.uni free, (p); }\n";
const std::string one_thread = "setp.ne.u32 %p1, %r63, 0; @%p1 bra done;\n";

TEST_CASE("the heap has an end") {
  // Counts blocks of 64 KiB: 8 MiB is what a device has when nobody asks for more.
  const ptx_run r = run_ptx(one_thread + "mov.u32 %r0, 0; again:\n" + call_malloc("65536") +
                                "setp.eq.u64 %p2, %rd1, 0; @%p2 bra done; add.u32 %r0, %r0, 1; bra "
                                "again; done:",
                            {}, declarations);
  CHECK_FALSE(r.outcome.stopped_by);
  CHECK(r.out[0] == 128);
}

TEST_CASE("what was freed can be had again") {
  const ptx_run r =
      run_ptx(one_thread + "mov.u32 %r0, 0; again:\n" + call_malloc("4194304") +
                  "setp.eq.u64 %p2, %rd1, 0; @%p2 bra done;\n" + call_free +
                  "add.u32 %r0, %r0, 1; setp.lt.u32 %p3, %r0, 50; @%p3 bra again; done:",
              {}, declarations);
  CHECK(r.out[0] == 50);
}

TEST_CASE("free takes nothing that malloc did not give") {
  const ptx_run r = run_ptx("mov.u64 %rd1, %rd60;\n" + call_free, {}, declarations);
  CHECK(r.outcome.stopped_by == finding_kind::invalid_free);
}

TEST_CASE("a block that another block's thread has freed is gone for all") {
  // Block 1 takes a block of memory, block 0 reads it, block 1 frees it, block 0 reads again; %rd2
  // is the word by which they take turns, %rd3 the one behind it, which has the pointer.
  const std::string words =
      "mul.wide.u32 %rd2, %r62, 8; add.u64 %rd2, %rd2, %rd60;\n"
      "setp.ne.u32 %p1, %r60, 0; @%p1 bra done; setp.eq.u32 %p2, %r61, 0; @%p2 bra reader;\n";
  const auto wait = [](const std::string& name, int turn) {
    return name + ": ld.volatile.global.u32 %r1, [%rd2]; setp.ne.u32 %p3, %r1, " +
           std::to_string(turn) + "; @%p3 bra " + name + ";\n";
  };
  const auto turn = [](int number) {
    return "membar.gl; st.volatile.global.u32 [%rd2], " + std::to_string(number) + ";\n";
  };
  const ptx_run r =
      run_ptx(words + call_malloc("64") + "st.global.u64 [%rd2+8], %rd1;\n" + turn(1) +
                  wait("w1", 2) + call_free + turn(3) + "bra done;\nreader:\n" + wait("w2", 1) +
                  "ld.global.u64 %rd1, [%rd2+8]; mov.u32 %r5, 0;\n"
                  "access: ld.global.u32 %r6, [%rd1]; add.u32 %r5, %r5, 1;\n" +
                  turn(2) + wait("w3", 3) + "bra access; done:",
              {.blocks = 2, .extra_words = 8}, declarations);
  CHECK(r.outcome.stopped_by == finding_kind::use_after_free);
}

}  // namespace
