#include <doctest/doctest.h>

#include "ptx_kernel.hpp"
#include "simt/instruments/decisions.hpp"

TEST_SUITE_BEGIN("simt_traps");

namespace {

// As nvcc makes it of `if (i == 0) constant = 1;` on line 5.
lockstep::protocol::finding trap_at(const std::string& place) {
  const ptx_run r = run_ptx(".loc 1 5 3\nsetp.ne.s32 %p0, %r60, 0;\n@%p0 bra past;\n" + place +
                                "\ntrap;\npast:\n.loc 1 7 3\nmov.u32 %r0, 1;",
                            {}, ".file 1 \"user.cu\"\n");
  REQUIRE(r.outcome.stopped_by == finding_kind::trap);
  return r.outcome.findings.at(0);
}

}  // namespace

TEST_CASE("a trap of the compiler's own has the line of the condition before it") {
  const auto found = trap_at(".loc 1 0 3");
  CHECK(found.message ==
        "reaches a trap that the compiler put in place of code that cannot work, after the "
        "condition on line 5");
  CHECK(found.where.line == 5);
  CHECK(found.why.find("__constant__") != std::string::npos);
}

TEST_CASE("a trap of the program's has its own line") {
  const auto found = trap_at(".loc 1 6 5");
  CHECK(found.message == "executes a trap instruction");
  CHECK(found.where.line == 6);
}

TEST_CASE("a line of another file is named with that file") {
  lockstep::ptx::source_line line;
  line.file = "/src/queue.h";
  line.line = 12;
  CHECK(lockstep::simt::line_name(line, "/src/queue.h") == "12");
  CHECK(lockstep::simt::line_name(line, "/src/main.cu") == "12 of queue.h");
}
