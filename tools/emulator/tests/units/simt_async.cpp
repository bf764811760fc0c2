// mbarriers, asynchronous copies, clusters of one block, and instructions that are hints.
#include <doctest/doctest.h>

#include "ptx_kernel.hpp"

namespace {

// Thread 0 makes an mbarrier for `count` arrivals at s; all wait for that.
std::string barrier_for(const std::string& count) {
  return "mov.u32 %r0, 0; mov.u32 %r50, s; setp.ne.u32 %p15, %r60, 0; @%p15 bra made;\n"
         "mbarrier.init.shared.b64 [%r50], " +
         count + "; made: bar.sync 0;\n";
}

TEST_CASE("an mbarrier holds a block's threads until all have arrived") {
  const ptx_run r =
      run_ptx(barrier_for("%r62") +
                  "mbarrier.arrive.shared::cta.b64 %rd1, [%r50];\n"
                  "again: mbarrier.test_wait.shared::cta.b64 %p1, [%r50], %rd1; @!%p1 bra again;\n"
                  "mbarrier.pending_count.b64 %r0, %rd1;",
              {.threads = 96});
  CHECK_FALSE(r.outcome.stopped_by);
  std::uint32_t sum = 0;
  for (const std::uint32_t pending : r.out) sum += pending;
  CHECK(sum == 96 * 97 / 2);  // each saw another number of arrivals still to come
}

TEST_CASE("phases alternate, and a wait for a parity ends with that phase") {
  const ptx_run r =
      run_ptx(barrier_for("1") +
              "@%p15 bra done;\n"
              "mbarrier.test_wait.parity.shared.b64 %p1, [%r50], 0;\n"
              "mbarrier.test_wait.parity.shared.b64 %p2, [%r50], 1;\n"
              "mbarrier.arrive.release.cta.shared::cta.b64 _, [%r50];\n"
              "mbarrier.try_wait.parity.acquire.cta.shared::cta.b64 %p3, [%r50], 0, 1000;\n"
              "mbarrier.test_wait.parity.shared.b64 %p4, [%r50], 1;\n"
              "selp.u32 %r1, 1, 0, %p1; selp.u32 %r2, 2, 0, %p2; selp.u32 %r3, 4, 0, "
              "%p3; selp.u32 %r4, 8, 0, %p4;\n"
              "or.b32 %r0, %r1, %r2; or.b32 %r0, %r0, %r3; or.b32 %r0, %r0, %r4; done:");
  CHECK(r.out[0] == (2 | 4));
}

TEST_CASE("a phase waits for bytes as well as for arrivals") {
  const ptx_run r =
      run_ptx(barrier_for("1") +
              "@%p15 bra done;\n"
              "mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 %rd1, [%r50], 48;\n"
              "mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%r50], 16;\n"
              "mbarrier.test_wait.shared.b64 %p1, [%r50], %rd1;\n"
              "mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%r50], 32;\n"
              "mbarrier.test_wait.shared.b64 %p2, [%r50], %rd1;\n"
              "selp.u32 %r1, 1, 0, %p1; selp.u32 %r2, 2, 0, %p2; or.b32 %r0, %r1, %r2; "
              "done:");
  CHECK(r.out[0] == 2);
}

TEST_CASE("a thread that drops out is not waited for in later phases") {
  const ptx_run r =
      run_ptx(barrier_for("2") +
              "@%p15 bra done;\n"
              "mbarrier.arrive_drop.shared.b64 _, [%r50]; mbarrier.arrive.shared.b64 "
              "_, [%r50];\n"
              "mbarrier.arrive.shared.b64 %rd1, [%r50]; mbarrier.test_wait.shared.b64 "
              "%p1, [%r50], %rd1; selp.u32 %r0, 1, 0, %p1; done:");
  CHECK(r.out[0] == 1);
}

TEST_CASE("warps that wait let the one run that they wait for") {
  const ptx_run r =
      run_ptx(barrier_for("1") +
                  "setp.lt.u32 %p1, %r60, 64; @%p1 bra wait;\n"
                  "setp.eq.u32 %p2, %r60, 64; @%p2 st.volatile.shared.u32 [s+16], 7; @%p2 "
                  "mbarrier.arrive.shared.b64 "
                  "_, [%r50]; bra.uni done;\n"
                  "wait: mbarrier.try_wait.parity.shared.b64 %p3, [%r50], 0; @!%p3 bra wait; "
                  "ld.volatile.shared.u32 %r0, [s+16]; done:",
              {.threads = 96, .workers = 1});
  CHECK(r.out[0] == 7);
  CHECK(r.out[63] == 7);
}

TEST_CASE("a wait that nothing ends is stopped, with the place of the warp") {
  const ptx_run r =
      run_ptx(barrier_for("2") +
                  "wait: mbarrier.try_wait.parity.shared.b64 %p3, [%r50], 0; @!%p3 bra wait;",
              {.timeout_ms = 50});
  CHECK(r.outcome.stopped_by == finding_kind::timeout);
  CHECK(r.outcome.findings.at(0).message.find("warp 0: 32 lanes") != std::string::npos);
}

TEST_CASE("an mbarrier that nobody made, and an arrival too many, are errors") {
  CHECK(run_ptx("mov.u32 %r0, 0; mov.u32 %r50, s; mbarrier.arrive.shared.b64 _, [%r50];")
            .outcome.stopped_by == finding_kind::barrier_mismatch);
  CHECK(run_ptx(barrier_for("3") + "mbarrier.arrive.shared.b64 _, [%r50], 5;").outcome.stopped_by ==
        finding_kind::barrier_mismatch);
  CHECK(run_ptx(barrier_for("3") + "mbarrier.inval.shared.b64 [%r50]; bar.sync 0;")
            .outcome.stopped_by == finding_kind::barrier_mismatch);  // by the second lane
}

// The output's words hold 100 + thread; %rd61 is this thread's, %r51 its place in shared memory.
const std::string filled =
    "add.u32 %r1, %r60, 100; st.global.u32 [%rd61], %r1; mov.u32 %r50, s; mad.lo.u32 %r51, %r60, "
    "4, %r50;"
    " st.shared.u32 [%r51], -1; bar.sync 0;\n";

TEST_CASE("cp.async copies, and fills what it does not copy with zeros") {
  const ptx_run whole =
      run_ptx(filled +
              "cp.async.ca.shared.global [%r51], [%rd61], 4; cp.async.commit_group; "
              "cp.async.wait_group 0; ld.shared.u32 %r0, [%r51];");
  CHECK(whole.out[31] == 131);
  const ptx_run part = run_ptx(
      filled +
      "mul.lo.u32 %r2, %r60, 4; and.b32 %r3, %r60, 3; setp.ne.u32 %p1, %r3, 0; mov.u32 %r4, 8;\n"
      "@!%p1 cp.async.cg.shared.global.L2::128B [%r51], [%rd61], 16, %r4; cp.async.wait_all; "
      "bar.sync 0; "
      "ld.shared.u32 %r0, [%r51];");
  CHECK(part.out[4] == 104);
  CHECK(part.out[5] == 105);
  CHECK(part.out[6] == 0);
  CHECK(part.out[7] == 0);
  const ptx_run ignored =
      run_ptx(filled +
              "setp.eq.u32 %p1, %r60, 3; cp.async.ca.shared.global [%r51], [%rd61], "
              "4, %p1; cp.async.wait_all; ld.shared.u32 %r0, [%r51];");
  CHECK(ignored.out[2] == 102);
  CHECK(ignored.out[3] == 0);
}

TEST_CASE("cp.async refuses addresses that its size does not divide") {
  CHECK(run_ptx(filled + "mov.u32 %r0, 0; cp.async.cg.shared.global [%r51], [%rd61], 16;")
            .outcome.stopped_by == finding_kind::misaligned);
}

TEST_CASE("an arrival of finished copies counts only with .noinc") {
  const auto completes = [](const std::string& noinc) {
    return run_ptx(
               barrier_for("1") + "@%p15 bra done; cp.async.mbarrier.arrive" + noinc +
               ".shared.b64 [%r50]; mbarrier.test_wait.parity.shared.b64 %p1, [%r50], 0; selp.u32 "
               "%r0, 1, 0, %p1; done:")
        .out[0];
  };
  CHECK(completes(".noinc") == 1);
  CHECK(completes("") == 0);
}

TEST_CASE("a bulk copy brings its bytes and tells its mbarrier") {
  const ptx_run r = run_ptx(
      filled +
      "setp.ne.u32 %p1, %r60, 0; mov.u32 %r52, s; add.u32 %r53, %r52, 1024; @%p1 bra wait;\n"
      "mbarrier.init.shared.b64 [%r53], 1; fence.mbarrier_init.release.cluster; "
      "fence.proxy.async.shared::cta;\n"
      "mbarrier.arrive.expect_tx.shared.b64 _, [%r53], 64;\n"
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r52+16], [%rd60+32], "
      "64, "
      "[%r53];\n"
      "wait: bar.sync 0; again: mbarrier.try_wait.parity.shared.b64 %p2, [%r53], 0; @!%p2 bra "
      "again;\n"
      "ld.shared.u32 %r0, [%r51];");
  CHECK_FALSE(r.outcome.stopped_by);
  CHECK(r.out[3] == ~0u);
  CHECK(r.out[4] == 108);
  CHECK(r.out[19] == 123);
  CHECK(r.out[20] == ~0u);
}

TEST_CASE("a bulk copy back to global memory, and a reduction") {
  const ptx_run r = run_ptx(
      "mov.u32 %r50, s; mad.lo.u32 %r51, %r60, 4, %r50; st.shared.u32 [%r51], %r60; "
      "st.global.u32 [%rd61+128], 5; bar.sync 0; setp.ne.u32 %p1, %r60, 0; @%p1 bra done;\n"
      "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%rd60+128], [%r50], 64;\n"
      "cp.async.bulk.global.shared::cta.bulk_group [%rd60+256], [%r50], 32;\n"
      "cp.async.bulk.commit_group; cp.async.bulk.wait_group.read 0; done: mov.u32 %r0, 0;",
      {.extra_words = 64});
  CHECK_FALSE(r.outcome.stopped_by);
  CHECK(r.out[32 + 15] == 20);
  CHECK(r.out[32 + 16] == 5);
  CHECK(r.out[64 + 7] == 7);
}

TEST_CASE("bulk copies move whole units of 16 bytes") {
  CHECK(run_ptx(
            "mov.u32 %r0, 0; mov.u32 %r50, s; cp.async.bulk.global.shared::cta.bulk_group [%rd60], "
            "[%r50], 20;")
            .outcome.stopped_by == finding_kind::misaligned);
}

TEST_CASE("one lane of a mask is elected") {
  const ptx_run r = run_ptx(
      "mov.u32 %r0, 0; setp.lt.u32 %p1, %r60, 4; @%p1 bra done; elect.sync %r1|%p2, 0xfffffff0; "
      "selp.u32 %r2, 1, 0, %p2; mad.lo.u32 %r0, %r1, 10, %r2; done:");
  CHECK(r.out[3] == 0);
  CHECK(r.out[4] == 41);
  CHECK(r.out[5] == 40);
}

TEST_CASE("a cluster of one block: its barrier, its addresses, its registers") {
  const ptx_run r = run_ptx(
      "mov.u32 %r50, s; mapa.shared::cluster.u32 %r51, %r50, 0; mov.u32 %r1, %cluster_nctarank; "
      "mov.u32 %r2, %cluster_ctarank; mov.u32 %r3, %clusterid.x;\n"
      "setp.lt.u32 %p1, %r60, 32; @%p1 bra wait; st.volatile.shared::cluster.u32 [%r51], 5; "
      "wait: barrier.cluster.arrive.release.aligned; barrier.cluster.wait.acquire.aligned;\n"
      "ld.volatile.shared.u32 %r0, [s]; mad.lo.u32 %r0, %r1, 10, %r0; mad.lo.u32 %r0, %r2, 100, "
      "%r0; "
      "mad.lo.u32 %r0, %r3, 1000, %r0;",
      {.blocks = 2, .threads = 64});
  CHECK_FALSE(r.outcome.stopped_by);
  CHECK(r.out[0] == 15);
  CHECK(r.out[64] == 1015);
}

TEST_CASE("a thread that has arrived at the cluster's barrier may work before it waits") {
  // Warp 0 waits first; warp 1 spins for what warp 0 stores between its arrival and its wait.
  const ptx_run r = run_ptx(
      "mov.u32 %r0, 0; st.volatile.shared.u32 [s], 0; bar.sync 0; setp.lt.u32 %p1, %r60, 32; "
      "barrier.cluster.arrive; @%p1 bra first;\n"
      "spin: ld.volatile.shared.u32 %r1, [s]; setp.eq.u32 %p2, %r1, 0; @%p2 bra spin; bra.uni "
      "wait;\n"
      "first: barrier.cluster.wait; st.volatile.shared.u32 [s], 3; bra.uni done;\n"
      "wait: barrier.cluster.wait; mov.u32 %r0, %r1; done:",
      {.threads = 64, .timeout_ms = 2000});
  CHECK_FALSE(r.outcome.stopped_by);
  CHECK(r.out[32] == 3);
}

TEST_CASE("a block of a cluster that does not exist has no shared memory") {
  CHECK(run_ptx("mov.u32 %r0, 0; mov.u32 %r50, s; mapa.shared::cluster.u32 %r51, %r50, 1;")
            .outcome.stopped_by == finding_kind::out_of_bounds);
}

TEST_CASE("hints change nothing") {
  const ptx_run r = run_ptx(
      "createpolicy.fractional.L2::evict_last.b64 %rd1, 1.0; st.global.u32 [%rd61], 6; "
      "prefetch.global.L2 [%rd61]; prefetchu.L1 [%rd61]; applypriority.global.L2::evict_normal "
      "[%rd61], 128; griddepcontrol.wait; griddepcontrol.launch_dependents; nanosleep.u32 20;\n"
      "setmaxnreg.inc.sync.aligned.u32 96; fence.proxy.alias; fence.acq_rel.cluster; fence.sc.sys; "
      "membar.sys;\n"
      "ld.global.L1::no_allocate.L2::cache_hint.u32 %r0, [%rd61], %rd1;");
  CHECK(r.out[9] == 6);
}

}  // namespace
