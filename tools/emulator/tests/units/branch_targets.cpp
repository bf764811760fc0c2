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

const std::string triple =
    ".func (.param .b32 r) triple(.param .b32 x) { .reg .b32 %v; ld.param.b32 %v, [x]; mul.lo.u32 "
    "%v, %v, 3; st.param.b32 [r], %v; ret; }";

TEST_CASE("a call is a branch and so is its return, which with -G is a jump and a return") {
  const std::string call =
      "{ .param .b32 x; .param .b32 r; st.param.b32 [x], %r60; call.uni (r), triple, (x); "
      "ld.param.b32 %r0, [r]; }";
  CHECK(run_ptx(call, optimised, triple).outcome.counters.branch_targets == 4);
  const lockstep_counters d = run_ptx(call, for_debugger, triple).outcome.counters;
  CHECK(d.branch_targets == 6);
  CHECK(d.divergent_branch_targets == 0);
}

TEST_CASE("a 64-bit division calls a routine, optimised code only for large numbers") {
  for (const char* divide : {"div.s64", "div.u64", "rem.s64", "rem.u64"}) {
    const std::string body = "cvt.u64.u32 %rd1, %r60; " + std::string(divide) + " %rd2, %rd1, 3;";
    CHECK(run_ptx(body, for_debugger).outcome.counters.branch_targets == 4);
    CHECK(run_ptx(body, optimised).outcome.counters.branch_targets == 2);
  }
}

TEST_CASE("rounded floating-point divisions and roots ask for their slow way, others do not") {
  const std::string divide = "mov.f32 %f1, 0f40400000; div.rn.f32 %f2, %f1, %f1;";
  CHECK(run_ptx(divide, for_debugger).outcome.counters.branch_targets == 4);
  CHECK(run_ptx(divide, optimised).outcome.counters.branch_targets == 2);
  const std::string root = "mov.f32 %f1, 0f40400000; sqrt.rn.f32 %f2, %f1; rcp.rn.f32 %f3, %f1;";
  CHECK(run_ptx(root, optimised).outcome.counters.branch_targets == 4);
  const std::string rough =
      "mov.f32 %f1, 0f40400000; div.approx.f32 %f2, %f1, %f1; mul.rn.f32 %f3, %f1, %f1;";
  CHECK(run_ptx(rough, optimised).outcome.counters.branch_targets == 0);
}

TEST_CASE("a loop's back edge counts once for each round and each part of a warp") {
  const std::string loop =
      "mov.u32 %r0, 0; top: add.u32 %r0, %r0, 1; setp.lt.u32 %p1, %r0, 5; @%p1 bra top;";
  CHECK(run_ptx(loop, optimised).outcome.counters.branch_targets == 10);
}

}  // namespace
