// Branch targets as Nsight Compute counts them: docs/counters.md has what an H200 gave.
#include <doctest/doctest.h>

#include "ptx_kernel.hpp"

namespace {

constexpr ptx_shape optimised{.threads = 64};
constexpr ptx_shape for_debugger{.threads = 64, .for_debugger = true};

// By thread parity (8 of 10 targets uniform in code for a debugger) and by warp parity (9 of 9).
const std::string by_thread = "rem.s32 %r2, %r60, 2;";
const std::string by_warp = "div.s32 %r1, %r60, 32; rem.s32 %r2, %r1, 2;";
const std::string two_ways =
    "setp.ne.s32 %p1, %r2, 0; @%p1 bra odd; bra.uni even;"
    "even: mov.u32 %r0, 1; bra.uni done; odd: mov.u32 %r0, 2; bra.uni done; done:";

TEST_CASE("a signed division for a debugger branches around its divisor of zero") {
  const lockstep_counters c = run_ptx(by_thread + two_ways, for_debugger).outcome.counters;
  CHECK(c.branch_targets == 10);
  CHECK(c.divergent_branch_targets == 2);
  const lockstep_counters d = run_ptx(by_warp + two_ways, for_debugger).outcome.counters;
  CHECK(d.branch_targets == 9);
  CHECK(d.divergent_branch_targets == 0);
}

TEST_CASE("an unsigned division does not, nor does optimised code") {
  CHECK(run_ptx("rem.u32 %r0, %r60, 2;", for_debugger).outcome.counters.branch_targets == 0);
  CHECK(run_ptx(by_warp, optimised).outcome.counters.branch_targets == 0);
}

TEST_CASE("the end of a kernel is no branch; optimised, neither is the way there") {
  const std::string to_the_end = "setp.ge.u32 %p1, %r60, 16; @%p1 bra leave; mov.u32 %r0, 1;";
  const std::string around = "setp.lt.u32 %p1, %r60, 16; @%p1 bra stay; ret; stay: mov.u32 %r0, 1;";
  // What follows the body is a store and `ret`; `leave` must be the `ret` alone.
  const std::string end = "st.global.u32 [%rd61], %r0; leave: ret; mov.u32 %r0, 2;";
  for (const std::string& body : {to_the_end + end, around + end}) {
    const lockstep_counters c = run_ptx(body, optimised).outcome.counters;
    CHECK(c.branch_targets == 0);
    CHECK(c.divergent_branch_targets == 0);
    CHECK(c.divergent_branches == 1);
    const lockstep_counters d = run_ptx(body, for_debugger).outcome.counters;
    CHECK(d.branch_targets == 2);
    CHECK(d.divergent_branch_targets == 1);
  }
}

TEST_CASE("a loop's back edge counts once for each round and each part of a warp") {
  const std::string loop =
      "mov.u32 %r0, 0; top: add.u32 %r0, %r0, 1; setp.lt.u32 %p1, %r0, 5; @%p1 bra top;";
  CHECK(run_ptx(loop, optimised).outcome.counters.branch_targets == 10);
}

}  // namespace
