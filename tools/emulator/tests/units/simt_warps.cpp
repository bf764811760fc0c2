// Warps: divergence, independent progress, exchanges, barriers, calls, memory.
#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

#include "ptx_kernel.hpp"

namespace {

TEST_CASE("lanes that diverge meet again") {
  // Two paths of one instruction each, then 10 common instructions: these must be executed once per
  // warp.
  const std::string common =
      "add.u32 %r0, %r0, 1; add.u32 %r0, %r0, 1; add.u32 %r0, %r0, 1; add.u32 %r0, %r0, 1; add.u32 "
      "%r0, %r0, 1;";
  const ptx_run split = run_ptx(
      "and.b32 %r1, %r60, 1; setp.eq.u32 %p1, %r1, 0; @%p1 bra even; mov.u32 %r0, 7; bra done; "
      "even: mov.u32 %r0, 8; done: " +
      common);
  CHECK(split.out[0] == 13);
  CHECK(split.out[1] == 12);
  CHECK(split.outcome.counters.divergent_branches == 1);
  const ptx_run longer = run_ptx(
      "and.b32 %r1, %r60, 1; setp.eq.u32 %p1, %r1, 0; @%p1 bra even; mov.u32 %r0, 7; bra done; "
      "even: mov.u32 %r0, 8; done: " +
      common + common);
  CHECK(longer.outcome.counters.warp_instructions == split.outcome.counters.warp_instructions + 5);
}

TEST_CASE(
    "a loop whose trip count differs by lane runs as long as the longest, and its exit once") {
  const ptx_run r = run_ptx(
      "mov.u32 %r0, 0; top: add.u32 %r0, %r0, 1; setp.le.u32 %p1, %r0, %r60; @%p1 bra top;");
  for (std::uint32_t lane = 0; lane < 32; ++lane) CHECK(r.out[lane] == lane + 1);
  CHECK(r.outcome.counters.divergent_branches == 31);
  CHECK(r.outcome.counters.global_store_requests == 1);
}

// Even and odd lanes, each in a place of its own.
ptx_run in_halves(const std::string& odd, const std::string& even) {
  return run_ptx("and.b32 %r1, %r60, 1; setp.eq.u32 %p1, %r1, 0; add.u32 %r5, %r60, 100;\n" +
                 ("add.u32 %r6, %r60, 200; @%p1 bra even; " + odd) + " bra done; even: " + even +
                 " done:");
}

TEST_CASE("lanes exchange with those that execute the same operation elsewhere") {
  const ptx_run r = in_halves("shfl.sync.down.b32 %r0, %r5, 1, 31, -1;",
                              "shfl.sync.down.b32 %r0, %r6, 1, 31, -1;");
  CHECK(r.out[0] == 101);   // an even lane gets an odd one's %r5,
  CHECK(r.out[1] == 202);   // and the other way round
  CHECK(r.out[31] == 131);  // the last one keeps its own
  const ptx_run elsewhere =
      in_halves("shfl.sync.idx.b32 %r0, %r5, 3, 31, -1;", "shfl.sync.idx.b32 %r0, %r6, 4, 31, -1;");
  CHECK(elsewhere.out[7] == 103);
  CHECK(elsewhere.out[8] == 204);
}

TEST_CASE("lanes vote with those that vote elsewhere, each for its own predicate") {
  const std::string odd = "setp.lt.u32 %p2, %r60, 8; vote.sync.ballot.b32 %r0, %p2, -1;";
  const ptx_run r = in_halves(odd, "setp.lt.u32 %p3, %r60, 4; vote.sync.ballot.b32 %r0, !%p3, -1;");
  for (const std::uint32_t votes : {r.out[0], r.out[1]}) CHECK(votes == (0x5555'5550u | 0xaau));
}

TEST_CASE("lanes add up what others give elsewhere") {
  const ptx_run r =
      in_halves("redux.sync.add.s32 %r0, %r5, -1;", "redux.sync.add.s32 %r0, %r6, -1;");
  CHECK(r.out[0] == 16 * 100 + 16 * 200 + 31 * 16);
  CHECK(r.out[1] == r.out[0]);
}

TEST_CASE("a spin lock between the lanes of one warp ends") {
  // atomicCAS on the word behind the output; the holder adds one to the next word.
  const ptx_run r = run_ptx(
      "mul.wide.u32 %rd1, %r62, 4; add.u64 %rd1, %rd1, %rd60;\n"
      "again: atom.global.cas.b32 %r1, [%rd1], 0, 1; setp.ne.u32 %p1, %r1, 0; @%p1 bra again;\n"
      "ld.volatile.global.u32 %r2, [%rd1+4]; add.u32 %r2, %r2, 1; st.volatile.global.u32 [%rd1+4], "
      "%r2; membar.gl;\n"
      "atom.global.exch.b32 %r3, [%rd1], 0; mov.u32 %r0, 1;",
      {.extra_words = 2});
  CHECK_FALSE(r.outcome.stopped_by);
  CHECK(r.out[33] == 32);
}

TEST_CASE("a block may wait for a later block") {
  const ptx_run r = run_ptx(
      "mul.wide.u32 %rd1, %r62, 8; add.u64 %rd1, %rd1, %rd60; setp.eq.u32 %p1, %r61, 0; @%p1 bra "
      "wait;\n"
      "st.volatile.global.u32 [%rd1], 1; mov.u32 %r0, 2; bra done;\n"
      "wait: ld.volatile.global.u32 %r1, [%rd1]; setp.eq.u32 %p2, %r1, 0; @%p2 bra wait; mov.u32 "
      "%r0, 3; done:",
      {.blocks = 2, .extra_words = 1, .workers = 1});
  CHECK(r.out[0] == 3);
  CHECK(r.out[32] == 2);
}

TEST_CASE("a warp that asks for what a later block does soon lets it run") {
  // Block 0 counts how often it asks for the word behind the output, which block 1 sets.
  const std::string begin =
      "mul.wide.u32 %rd1, %r62, 8; add.u64 %rd1, %rd1, %rd60; setp.eq.u32 %p1, %r61, 0; mov.u32 "
      "%r0, 0; @%p1 bra wait;\n"
      "st.volatile.global.u32 [%rd1], 1; bra done;\n"
      "wait: add.u32 %r0, %r0, 1;\n";
  const std::string end = "setp.eq.u32 %p2, %r1, 0; @%p2 bra wait; done:";
  for (const std::string question :
       {"ld.volatile.global.u32 %r1, [%rd1];", "ld.acquire.gpu.global.u32 %r1, [%rd1];",
        "atom.global.cas.b32 %r1, [%rd1], 2, 2;",
        "mov.u64 %rd2, %globaltimer; ld.global.u32 %r1, [%rd1];"}) {
    CAPTURE(question);
    const ptx_run r =
        run_ptx(begin + question + end, {.blocks = 2, .extra_words = 1, .workers = 1});
    CHECK_FALSE(r.outcome.stopped_by);
    CHECK(r.out[0] > 1);
    CHECK(r.out[0] < 1000);
  }
}

// Two warps: a lane of warp 0 repeats `wait` until it finds the word behind the output set; a lane
// of warp 1, which is scheduled after it, sets the word.
std::uint64_t instructions_until_set(const std::string& wait) {
  const ptx_run r = run_ptx(
      "add.u64 %rd1, %rd60, 256; setp.eq.u32 %p1, %r60, 0; @%p1 bra wait;\n"
      "setp.eq.u32 %p1, %r60, 32; @%p1 st.volatile.global.u32 [%rd1], 1; bra done;\nwait: " +
          wait + "\nsetp.eq.u32 %p2, %r0, 0; @%p2 bra wait;\ndone:",
      {.threads = 64, .extra_words = 2});
  CHECK_FALSE(r.outcome.stopped_by);
  return r.outcome.counters.warp_instructions;
}

TEST_CASE("who waits for another warp gives way to it soon, whatever it looks with") {
  for (const std::string look :
       {"ld.volatile.global.u32 %r0, [%rd1];", "ld.relaxed.gpu.global.u32 %r0, [%rd1];",
        "ld.acquire.gpu.global.u32 %r0, [%rd1];", "atom.global.add.u32 %r0, [%rd1], 0;",
        "atom.global.exch.b32 %r0, [%rd1], 0;", "atom.global.cas.b32 %r0, [%rd1], 1, 2;",
        "atom.global.cas.b32 %r0, [%rd1], 0, 0;", "atom.global.or.b32 %r0, [%rd1], 0;"}) {
    CAPTURE(look);
    CHECK(instructions_until_set(look) < 5000);
  }
}

TEST_CASE("lanes wait at a join for a lane that waits for another warp") {
  // Lane 0 of warp 0 takes a lock that warp 1 holds for a while; the other lanes must not run
  // ahead.
  const ptx_run r = run_ptx(
      "add.u64 %rd1, %rd60, 256; mov.u32 %r0, 0; setp.ge.u32 %p1, %r60, 32; @%p1 bra holder;\n"
      "setp.ne.u32 %p2, %r60, 0; @%p2 bra join;\n"
      "again: atom.global.cas.b32 %r1, [%rd1], 2, 3; setp.ne.u32 %p3, %r1, 2; @%p3 bra again;\n"
      "join: ld.volatile.global.u32 %r0, [%rd1]; bra done;\n"
      "holder: add.u32 %r2, %r2, 1; setp.lt.u32 %p4, %r2, 70000; @%p4 bra holder;\n"
      "st.volatile.global.u32 [%rd1], 2;\ndone:",
      {.threads = 64, .extra_words = 2});
  CHECK(r.out[0] == 3);
  CHECK(r.out[31] == 3);
}

TEST_CASE("a lane that got what all lanes of its warp ask for soon runs ahead of the others") {
  // Each lane takes a lock in the loop and gives it back behind it, where it need not wait for the
  // others: they wait for it.
  const ptx_run r = run_ptx(
      "add.u64 %rd1, %rd60, 256;\n"
      "again: atom.global.cas.b32 %r1, [%rd1], 0, 1; setp.ne.u32 %p3, %r1, 0; @%p3 bra again;\n"
      "ld.volatile.global.u32 %r0, [%rd1+4]; add.u32 %r0, %r0, 1;\n"
      "st.volatile.global.u32 [%rd1+4], %r0; atom.global.exch.b32 %r1, [%rd1], 0;",
      {.threads = 64, .extra_words = 2});
  CHECK_FALSE(r.outcome.stopped_by);
  CHECK(*std::max_element(r.out.begin(), r.out.begin() + 64) == 64);
  CHECK(r.outcome.counters.warp_instructions < 20000);
}

TEST_CASE("a loop whose atomic operations change memory is not taken for one that waits") {
  const std::string counts =
      "atom.global.add.u32 %r2, [%rd1+4], 1; ld.global.u32 %r0, [%rd1]; setp.gt.u32 %p3, %r2, "
      "40000; @%p3 mov.u32 %r0, 1;";
  CHECK(instructions_until_set(counts) > 200000);
}

TEST_CASE("a kernel that never ends is stopped, and the message says where its warps stand") {
  const ptx_run r = run_ptx("forever: bra forever;", {.threads = 64, .timeout_ms = 50});
  CHECK(r.outcome.stopped_by == finding_kind::timeout);
  CHECK(r.outcome.findings.at(0).message.find("warps 0 and 1: 32 lanes run at") !=
        std::string::npos);
}

TEST_CASE("neighbouring warps that stand alike share a line") {
  const ptx_run r =
      run_ptx("setp.ge.u32 %p1, %r60, 128; @%p1 bra last; bar.sync 1; last: bar.sync 2, 160;",
              {.threads = 160});
  const std::string& message = r.outcome.findings.at(0).message;
  CHECK(message.find("each of warps 0 to 3: 32 lanes wait at the barrier") != std::string::npos);
  CHECK(message.find("warp 4: 32 lanes wait at barrier 2") != std::string::npos);
}

TEST_CASE("a grid of too many short blocks is stopped, too") {
  const ptx_run r = run_ptx("exit;", {.blocks = 1u << 22, .timeout_ms = 1});
  CHECK(r.outcome.stopped_by == finding_kind::timeout);
  CHECK(r.outcome.findings.at(0).message.find("of its 4194304 blocks ran") != std::string::npos);
}

TEST_CASE("shuffles take the lane that the ISA manual names") {
  const ptx_run down = run_ptx("shfl.sync.down.b32 %r0|%p1, %r60, 3, 31, -1;");
  CHECK(down.out[0] == 3);
  CHECK(down.out[30] == 30);  // out of range: its own value
  const ptx_run segments = run_ptx("shfl.sync.idx.b32 %r0, %r60, 1, 0x181f, -1;");  // width 8
  CHECK(segments.out[9] == 9);
  CHECK(segments.out[31] == 25);
  const ptx_run butterfly = run_ptx("shfl.sync.bfly.b32 %r0, %r60, 16, 31, -1;");
  CHECK(butterfly.out[5] == 21);
}
TEST_CASE("a shuffle reads 0 of a lane that takes no part") {
  const auto of_eight = [](const std::string& shuffle) {
    return run_ptx(
               "add.u32 %r1, %r60, 100; mov.u32 %r2, 4; setp.ge.u32 %p1, %r60, 8; @%p1 bra done; " +
               shuffle + " done:")
        .out;
  };
  CHECK(of_eight("shfl.sync.down.b32 %r0, %r1, 16, 31, 255;")[3] == 0);
  CHECK(of_eight("shfl.sync.down.b32 %r0, %r1, 4, 31, 255;")[3] == 107);
  CHECK(of_eight("shfl.sync.down.b32 %r0, %r1, %r2, 31, 255;")[4] == 0);
  CHECK(of_eight("shfl.sync.idx.b32 %r0, %r1, 7, 0x181f, 255;")[0] == 107);
  CHECK(of_eight("shfl.sync.bfly.b32 %r0, %r1, 8, 31, 255;")[1] == 0);
}

TEST_CASE("diverged lanes of one mask meet at a warp-wide operation") {
  const ptx_run r = run_ptx(
      "setp.lt.u32 %p1, %r60, 16; @%p1 bra low; mov.u32 %r1, 100; bra.uni go; low: mov.u32 %r1, 1; "
      "go: redux.sync.add.u32 %r0, %r1, -1;");
  CHECK(r.out[0] == 1616);
  CHECK(r.out[31] == 1616);
}

TEST_CASE("lanes that come to a warp-wide operation by different calls do it as one") {
  const ptx_run r = run_ptx(
      "and.b32 %r1, %r60, 1; setp.eq.u32 %p1, %r1, 0; @%p1 bra even;\n"
      "{ .param .b32 to; call (to), low_lanes; ld.param.b32 %r0, [to]; } bra done;\n"
      "even: { .param .b32 to; call (to), low_lanes; ld.param.b32 %r0, [to]; }\n"
      "done:",
      {},
      ".func (.param .b32 result) low_lanes() {\n"
      ".reg .pred %p; .reg .b32 %r; mov.u32 %r, %laneid; setp.lt.u32 %p, %r, 9;\n"
      "vote.sync.ballot.b32 %r, %p, -1; st.param.b32 [result], %r; ret; }");
  for (const std::uint32_t lanes : r.out) CHECK(lanes == 0x1ff);
}

TEST_CASE("bar.warp.sync lets lanes at different places go on together") {
  const ptx_run r = run_ptx(
      "mov.u32 %r0, 0; setp.lt.u32 %p1, %r60, 16; @%p1 bra low;\n"
      "st.volatile.shared.u32 [s], 5; bar.warp.sync -1; bra done;\n"
      "low: bar.warp.sync -1; ld.volatile.shared.u32 %r0, [s]; done:");
  CHECK(r.out[0] == 5);
}

TEST_CASE("tiles of a warp shuffle with masks of their own") {
  const ptx_run r = run_ptx(
      "and.b32 %r1, %r60, 16; mov.u32 %r2, 0xffff; shl.b32 %r2, %r2, %r1; vote.sync.ballot.b32 "
      "%r0, 1, %r2;");
  CHECK(r.out[3] == 0x0000ffff);
  CHECK(r.out[20] == 0xffff0000);
}

TEST_CASE("a mask that does not name the caller is an error") {
  CHECK(run_ptx("vote.sync.ballot.b32 %r0, 1, 0xfffffffe;").outcome.stopped_by ==
        finding_kind::warp_mask);
}

TEST_CASE("exited lanes are not waited for") {
  const ptx_run r = run_ptx(
      "setp.ge.u32 %p1, %r60, 8; @%p1 bra leave; bar.sync 0; mov.u32 %r0, 1; bra.uni keep; leave: "
      "ret; keep:",
      {.threads = 64});
  CHECK_FALSE(r.outcome.stopped_by);
  CHECK(r.out[7] == 1);
  CHECK(r.out[8] == 0);
}

TEST_CASE("a barrier that a part of the block never reaches is a deadlock with places") {
  const ptx_run r = run_ptx(
      "setp.lt.u32 %p1, %r60, 32; @%p1 bra one; bar.sync 1; bra.uni done; one: bar.sync 2; done: "
      "mov.u32 %r0, 1;",
      {.threads = 64});
  CHECK(r.outcome.stopped_by == finding_kind::deadlock);
  CHECK(r.outcome.findings.at(0).message.find("wait at the barrier") != std::string::npos);
}

TEST_CASE("a barrier of a number of threads is told with how many have arrived") {
  const ptx_run r = run_ptx("bar.sync 1, 64;");
  CHECK(r.outcome.stopped_by == finding_kind::deadlock);
  CHECK(r.outcome.findings.at(0).message.find(
            "32 lanes wait at barrier 1, where 32 of 64 threads have arrived, in") !=
        std::string::npos);
}

TEST_CASE("what runs too long is told where it runs, and not where others wait for it") {
  const ptx_run r =
      run_ptx("setp.eq.u32 %p1, %r60, 40; @!%p1 bra wait; again: bra.uni again; wait: bar.sync 0;",
              {.threads = 64, .timeout_ms = 300});
  CHECK(r.outcome.stopped_by == finding_kind::timeout);
  CHECK(r.outcome.findings.at(0).where.thread[0] == 40);
  CHECK(r.outcome.findings.at(0).message.find("warp 1: 1 lane runs at") != std::string::npos);
  CHECK(r.outcome.findings.at(0).message.find("a loop does nothing") != std::string::npos);
}

TEST_CASE("an address that is nobody's is no host pointer") {
  const auto advice = [](std::uint64_t address) {
    const ptx_run r =
        run_ptx("mov.u64 %rd1, " + std::to_string(address) + "; ld.global.u32 %r0, [%rd1];");
    return r.outcome.findings.at(0).advice;
  };
  static const int variable = 0;
  CHECK(advice(reinterpret_cast<std::uint64_t>(&variable)).find("host pointer") !=
        std::string::npos);
  CHECK(advice(1u << 15).find("check the pointer and the index") != std::string::npos);
}

TEST_CASE("named barriers with counts: producers arrive, consumers wait") {
  const ptx_run r = run_ptx(
      "setp.lt.u32 %p1, %r60, 32; @%p1 bra consumer; st.volatile.shared.u32 [s], 9; bar.arrive 3, "
      "64; mov.u32 %r0, 0; bra.uni done;\n"
      "consumer: bar.sync 3, 64; ld.volatile.shared.u32 %r0, [s]; done:",
      {.threads = 64});
  CHECK(r.out[0] == 9);
}

TEST_CASE("bar.red counts the block's votes") {
  const ptx_run r =
      run_ptx("setp.lt.u32 %p1, %r60, 40; bar.red.popc.u32 %r0, 0, %p1;", {.threads = 96});
  CHECK(r.out[0] == 40);
  CHECK(r.out[95] == 40);
}

TEST_CASE("atomics of all blocks add up") {
  const ptx_run r = run_ptx(
      "mul.wide.u32 %rd1, %r62, 64; add.u64 %rd1, %rd1, %rd60; atom.global.add.u32 %r0, [%rd1], 1;",
      {.blocks = 16, .threads = 64, .extra_words = 1});
  CHECK(r.out[16 * 64] == 1024);
}

TEST_CASE("a recursive function keeps its registers") {
  const char* fib =
      ".func (.param .b32 result) fib(.param .b32 n) { .reg .pred %p<2>; .reg .b32 %r<8>; "
      "ld.param.u32 %r1, [n]; setp.lt.u32 %p1, %r1, 2; mov.u32 %r5, %r1; @%p1 bra done;\n"
      "{ .param .b32 a; .param .b32 b; sub.u32 %r2, %r1, 1; st.param.b32 [a], %r2; call (b), fib, "
      "(a); ld.param.b32 %r3, [b]; }\n"
      "{ .param .b32 a; .param .b32 b; sub.u32 %r2, %r1, 2; st.param.b32 [a], %r2; call (b), fib, "
      "(a); ld.param.b32 %r4, [b]; }\n"
      "add.u32 %r5, %r3, %r4; done: st.param.b32 [result], %r5; ret; }";
  const ptx_run r = run_ptx(
      "{ .param .b32 a; .param .b32 b; and.b32 %r1, %r60, 7; st.param.b32 [a], %r1; call (b), fib, "
      "(a); ld.param.b32 %r0, [b]; }",
      {}, fib);
  CHECK(r.out[7] == 13);
  CHECK(r.out[2] == 1);
  CHECK(r.out[13] == 5);
}

TEST_CASE("an object that is passed by value is a call's own, also where its address is taken") {
  const char* sum =
      ".func (.param .b32 result) sum(.param .align 4 .b8 object[8], .param .b32 n) {\n"
      ".reg .pred %p<2>; .reg .b32 %r<8>; .reg .b64 %rd<4>;\n"
      "again: mov.b64 %rd1, object; cvta.local.u64 %rd2, %rd1; cvta.to.local.u64 %rd3, %rd2;\n"
      "ld.param.u32 %r1, [n]; ld.local.u32 %r2, [%rd3+4]; add.u32 %r2, %r2, %r1;\n"
      "st.local.u32 [%rd3+4], %r2; mov.u32 %r3, 0; setp.eq.u32 %p1, %r1, 0; @%p1 bra done;\n"
      "ld.param.u32 %r4, [object+4]; sub.u32 %r1, %r1, 1;\n"
      "{ .param .align 4 .b8 a[8]; .param .b32 b; .param .b32 c; st.param.b32 [a], %r1;\n"
      "st.param.b32 [a+4], %r4; st.param.b32 [b], %r1; call (c), sum, (a, b); ld.param.b32 %r3, "
      "[c]; "
      "}\n"
      "done: ld.u32 %r5, [%rd2+4]; add.u32 %r3, %r3, %r5; st.param.b32 [result], %r3; ret; }";
  const ptx_run r = run_ptx(
      "{ .param .align 4 .b8 a[8]; .param .b32 b; .param .b32 c; mov.u32 %r1, 0; and.b32 %r2, "
      "%r60, "
      "3; st.param.b32 [a], %r1; st.param.b32 [a+4], %r1; st.param.b32 [b], %r2; call (c), sum, "
      "(a, "
      "b); ld.param.b32 %r0, [c]; }",
      {}, sum);
  CHECK_FALSE(r.outcome.stopped_by);
  CHECK(r.out[0] == 0);
  CHECK(r.out[1] == 1 + 1);
  CHECK(r.out[7] == 3 + 5 + 6 + 6);
}

TEST_CASE("each thread has its own local memory") {
  const ptx_run r = run_ptx(
      ".local .align 4 .b8 a[64]; mov.u64 %rd1, a; cvta.local.u64 %rd2, %rd1; st.u32 [%rd2+12], "
      "%r60; ld.local.u32 %r0, [%rd1+12];");
  CHECK(r.out[0] == 0);
  CHECK(r.out[31] == 31);
}

TEST_CASE("guarded instructions leave the other lanes alone") {
  const ptx_run r = run_ptx(
      "mov.u32 %r0, 1; setp.lt.u32 %p1, %r60, 4; @%p1 add.u32 %r0, %r0, 5; @!%p1 add.u32 %r0, %r0, "
      "7;");
  CHECK(r.out[3] == 6);
  CHECK(r.out[4] == 8);
}

TEST_CASE("printf formats what the lanes pass") {
  const ptx_run r = run_ptx(
      "setp.ne.u32 %p1, %r60, 2; @%p1 bra done; .local .align 8 .b8 b[16]; mov.u64 %rd1, b; "
      "cvta.local.u64 %rd2, %rd1; st.u32 [%rd2], %r60; mov.u64 %rd3, text;\n"
      "cvta.global.u64 %rd4, %rd3; { .param .b64 f; .param .b64 v; .param .b32 n; st.param.b64 "
      "[f], %rd4; st.param.b64 [v], %rd2; call (n), vprintf, (f, v); } done: mov.u32 %r0, 0;",
      {},
      ".extern .func (.param .b32 n) vprintf(.param .b64 f, .param .b64 v);\n.global .align 1 .b8 "
      "text[7] = {108, 61, 37, 100, 10, 0, 0};");
  CHECK(r.printed == "l=2\n");
}

TEST_CASE("an access past the end is named with thread and element") {
  const ptx_run r = run_ptx(
      "mov.u32 %r0, 0; setp.ne.u32 %p1, %r60, 31; @%p1 bra ok; st.global.u32 [%rd61+8], %r60; ok:");
  REQUIRE(r.outcome.stopped_by == finding_kind::out_of_bounds);
  const auto& finding = r.outcome.findings.at(0);
  CHECK(finding.where.thread[0] == 31);
  CHECK(finding.message.find("writes element 33 of an allocation of 32 elements of 4 bytes") !=
        std::string::npos);
}

TEST_CASE("a misaligned access and a null pointer have their own kinds") {
  CHECK(run_ptx("ld.global.u32 %r0, [%rd61+2];").outcome.stopped_by == finding_kind::misaligned);
  CHECK(run_ptx("mov.u64 %rd1, 0; ld.global.u32 %r0, [%rd1];").outcome.stopped_by ==
        finding_kind::null_pointer);
}

TEST_CASE("an address below zero is out of bounds, though the access ends at zero") {
  CHECK(run_ptx("mov.u64 %rd1, 0; st.global.u32 [%rd1+-4], %r60;").outcome.stopped_by ==
        finding_kind::out_of_bounds);
  CHECK(run_ptx("mov.u64 %rd1, -4; st.global.u32 [%rd61], %r60; ld.u32 %r0, [%rd1];")
            .outcome.stopped_by == finding_kind::out_of_bounds);
}

TEST_CASE("an address of 32 bits and its offset wrap around") {
  const auto read_back = [](const std::string& store) {
    return run_ptx("mov.u32 %r1, s; sub.u32 %r1, %r1, 64; mov.u32 %r3, 7;" + store +
                   "ld.shared.u32 %r0, [s+4];")
        .out[0];
  };
  CHECK(read_back("st.shared.u32 [%r1+68], %r3;") == 7);
  CHECK(read_back("setp.lt.u32 %p1, %r60, 9; @%p1 st.shared.u32 [%r1+68], %r3;") == 7);
  CHECK(read_back("setp.eq.u32 %p1, %r60, 9; @%p1 atom.shared.exch.b32 %r2, [%r1+68], %r3;") == 7);
  CHECK(read_back("setp.eq.u32 %p1, %r60, 9; @%p1 st.shared.v2.u32 [%r1+64], {%r3, %r3};") == 7);
  CHECK(read_back("mbarrier.init.shared.b64 [%r1+64], 1; st.shared.u32 [s+4], %r3;") == 7);
  CHECK(read_back("cp.async.ca.shared.global [%r1+68], [%rd60], 4, 0; cp.async.wait_all;") == 0);
}
TEST_CASE("shared memory ends where the block's part ends") {
  CHECK(run_ptx("mov.u64 %rd1, s; ld.shared.u32 %r0, [%rd1+4096];").outcome.stopped_by ==
        finding_kind::out_of_bounds);
  CHECK_FALSE(run_ptx("mov.u64 %rd1, s; ld.shared.u32 %r0, [%rd1+4092];").outcome.stopped_by);
}

TEST_CASE("parts and negations of registers are operands of video instructions only") {
  CHECK(run_ptx("mov.u32 %r1, 0x12345678; vadd.s32.u32.u32 %r0, %r1.b1, %r1.h1;").out[0] ==
        0x56 + 0x1234);
  CHECK(run_ptx("mov.u32 %r1, 3; vmad.s32.s32.s32 %r0, %r1, %r1, -%r1;").out[0] == 6);
  for (const char* body : {"add.u32 %r0, %r1.b1, %r2;", "add.u32 %r0, -%r1, %r2;"})
    CHECK_THROWS_AS(run_ptx(std::string("mov.u32 %r1, 0; mov.u32 %r2, 0;") + body),
                    lockstep::simt::unsupported);
}

TEST_CASE("an unknown instruction is refused by name before anything runs") {
  CHECK_THROWS_WITH_AS(run_ptx("mov.u32 %r0, 0; istypep.texref %p0, %rd0;"),
                       "instruction istypep.texref at PTX line 10 of kernel is not supported",
                       lockstep::simt::unsupported);
}

TEST_CASE("a refusal says what there is not") {
  CHECK_THROWS_WITH_AS(
      run_ptx("mma.sp.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 %r1, %r2, %r3, %r4;"),
      "instruction mma.sp.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 at PTX line "
      "10 of kernel is not supported: matrices have all their elements",
      lockstep::simt::unsupported);
  CHECK_THROWS_WITH_AS(run_ptx("wgmma.fence.sync.aligned;"),
                       "instruction wgmma.fence.sync.aligned at PTX line 10 of kernel is not "
                       "supported: only single warps multiply matrices",
                       lockstep::simt::unsupported);
}

TEST_CASE("operands that do not fit an instruction are refused, not read") {
  CHECK_THROWS_AS(run_ptx("mov.u32 %r0, 0; setp.eq.u32 %p1, %r1;"), lockstep::simt::unsupported);
  CHECK_THROWS_AS(run_ptx("add.u32 %r0, %p1, %r1;"), lockstep::simt::unsupported);
  CHECK_THROWS_AS(run_ptx("mov.u32 %r0, 0; setp.eq.u32 %r1, %r1, 0;"), lockstep::simt::unsupported);
  CHECK_THROWS_AS(run_ptx("mov.u32 %r0, 0; mov.u32 5, %r0;"), lockstep::simt::unsupported);
}

}  // namespace
