// alloca, stacksave, stackrestore.
#include <doctest/doctest.h>

#include "ptx_kernel.hpp"

namespace {

TEST_CASE("alloca gives each thread as much as it asks for") {
  const ptx_run r = run_ptx(
      "add.u32 %r1, %r60, 1; mul.wide.u32 %rd1, %r1, 4; alloca.u64 %rd2, %rd1, 16;\n"
      "alloca.u64 %rd3, %rd1; and.b64 %rd4, %rd2, 15; setp.eq.u64 %p1, %rd4, 0;\n"
      "mul.wide.u32 %rd5, %r60, 4; add.u64 %rd6, %rd2, %rd5; add.u64 %rd7, %rd3, %rd5;\n"
      "st.local.u32 [%rd6], %r60; st.local.u32 [%rd7], %r1;\n"
      "cvta.local.u64 %rd6, %rd6; ld.u32 %r2, [%rd6]; ld.local.u32 %r3, [%rd7];\n"
      "mad.lo.u32 %r0, %r2, 1000, %r3; @%p1 bra done; mov.u32 %r0, 7; done:");
  CHECK_FALSE(r.outcome.stopped_by);
  for (std::uint32_t t = 0; t < 32; ++t) CHECK(r.out[t] == 1000 * t + t + 1);
}

TEST_CASE("the stack ends") {
  const ptx_run r = run_ptx("again: mov.u64 %rd1, 65536; alloca.u64 %rd2, %rd1; bra again;");
  CHECK(r.outcome.stopped_by == finding_kind::stack_overflow);
  const ptx_run negative = run_ptx("mov.s64 %rd1, -4; alloca.u64 %rd2, %rd1;");
  CHECK(negative.outcome.stopped_by == finding_kind::stack_overflow);
}

TEST_CASE("stackrestore gives back what was taken since stacksave") {
  const ptx_run r = run_ptx(
      "mov.u32 %r0, 0; again: stacksave.u64 %rd3; mov.u64 %rd1, 65536; alloca.u64 %rd2, %rd1;\n"
      "stackrestore.u64 %rd3; add.u32 %r0, %r0, 1; setp.lt.u32 %p1, %r0, 100; @%p1 bra again;");
  CHECK_FALSE(r.outcome.stopped_by);
  CHECK(r.out[0] == 100);
}

TEST_CASE("the stack is restored to states that it has had") {
  const ptx_run r = run_ptx("mov.u64 %rd1, 64; stackrestore.u64 %rd1;");
  CHECK(r.outcome.stopped_by == finding_kind::stack_overflow);
}

}  // namespace
