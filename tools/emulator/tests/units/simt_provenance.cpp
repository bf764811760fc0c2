// Where a kernel's values come from, by tiny kernels.
#include <doctest/doctest.h>

#include <set>
#include <string>

#include "provenance/recorder.hpp"
#include "ptx_kernel.hpp"

namespace {

using namespace lockstep;

struct recorded {
  ptx_run run;
  provenance::recorder recorder;
  lockstep_provenance all{};

  explicit recorded(const std::string& body, ptx_shape shape = {}, const std::string& before = "") {
    recorder.begin();
    shape.provenance = &recorder;
    run = run_ptx(body, shape, before);
    recorder.end();
    REQUIRE(recorder.get(all));
  }
  // The last store of a thread to global memory.
  const lockstep_node& result_of(std::uint32_t thread) const {
    for (std::uint64_t n = all.node_count; n-- > 0;) {
      const lockstep_node& node = all.nodes[n];
      if (node.kind == LOCKSTEP_NODE_STORE && node.space == LOCKSTEP_SPACE_GLOBAL &&
          node.thread == thread)
        return node;
    }
    FAIL("no store");
    return all.nodes[0];
  }
  // The threads whose stores to shared memory a value is made of.
  std::set<std::uint32_t> made_by(std::uint32_t reference) const {
    std::set<std::uint32_t> threads;
    if (reference == 0) return threads;
    const lockstep_node& node = all.nodes[reference - 1];
    if (node.kind == LOCKSTEP_NODE_STORE && node.space == LOCKSTEP_SPACE_SHARED)
      threads.insert(node.thread);
    for (const std::uint32_t source : node.sources) threads.merge(made_by(source));
    return threads;
  }
};

// s[t] = t; barrier. %r2: the address of s[t].
const std::string fill_shared =
    "mov.u32 %r1, s; shl.b32 %r2, %r60, 2; add.u32 %r2, %r1, %r2; st.shared.u32 [%r2], %r60; "
    "bar.sync 0; ";

TEST_CASE("a recorded kernel does what it does unrecorded") {
  const std::string body = fill_shared + "ld.shared.u32 %r0, [%r2];";
  CHECK(recorded(body).run.out == run_ptx(body).out);
}

TEST_CASE("a conversion to a type that holds less is a node, one to a wider type is none") {
  const recorded narrow(fill_shared +
                        "ld.shared.u32 %r1, [%r2]; cvt.rn.f32.u32 %f1, %r1; mov.b32 %r0, %f1;");
  const recorded wide(fill_shared +
                      "ld.shared.u32 %r1, [%r2]; cvt.u64.u32 %rd9, %r1; cvt.u32.u64 %r0, %rd9;");
  const auto conversions = [](const recorded& r) {
    std::set<std::string> found;
    for (std::uint64_t n = 0; n < r.all.node_count; ++n)
      if (r.all.nodes[n].kind == LOCKSTEP_NODE_CONVERT)
        found.insert(r.all.sites[r.all.nodes[n].site].operation);
    return found;
  };
  CHECK(conversions(narrow) == std::set<std::string>{"cvt.rn.f32.u32"});
  CHECK(conversions(wide) == std::set<std::string>{"cvt.u32.u64"});
}

TEST_CASE("a sum is made of what both of its terms are made of") {
  const recorded r(fill_shared +
                   "ld.shared.u32 %r3, [%r2]; ld.shared.u32 %r4, [%r1]; add.u32 %r0, %r3, %r4;");
  CHECK(r.made_by(r.result_of(5).sources[0]) == std::set<std::uint32_t>{0, 5});
}

TEST_CASE("a selection is made of what was selected") {
  const recorded r(fill_shared +
                   "ld.shared.u32 %r3, [%r2]; ld.shared.u32 %r4, [%r1]; setp.lt.u32 %p1, %r60, 4; "
                   "selp.b32 %r0, %r4, %r3, %p1;");
  CHECK(r.made_by(r.result_of(2).sources[0]) == std::set<std::uint32_t>{0});
  CHECK(r.made_by(r.result_of(9).sources[0]) == std::set<std::uint32_t>{9});
}

TEST_CASE("a shuffle takes the value of another lane") {
  const recorded r(fill_shared +
                   "ld.shared.u32 %r3, [%r2]; shfl.sync.down.b32 %r0, %r3, 4, 31, -1;");
  CHECK(r.made_by(r.result_of(1).sources[0]) == std::set<std::uint32_t>{5});
  CHECK(r.made_by(r.result_of(30).sources[0]) == std::set<std::uint32_t>{30});
}

TEST_CASE("a call hands on what its arguments and its result are made of") {
  const std::string add =
      ".func (.param .b32 sum) add(.param .b32 a, .param .b32 b) { .reg .b32 %r<3>; "
      "ld.param.u32 %r0, [a]; ld.param.u32 %r1, [b]; add.u32 %r2, %r0, %r1; "
      "st.param.b32 [sum], %r2; ret; }\n";
  const recorded r(fill_shared +
                       "ld.shared.u32 %r3, [%r2]; ld.shared.u32 %r4, [%r1]; "
                       "{ .param .b32 x; .param .b32 y; .param .b32 z; st.param.b32 [x], %r3; "
                       "st.param.b32 [y], %r4; call.uni (z), add, (x, y); "
                       "ld.param.b32 %r0, [z]; }",
                   {}, add);
  CHECK(r.run.out[5] == 5);
  CHECK(r.made_by(r.result_of(5).sources[0]) == std::set<std::uint32_t>{0, 5});
  CHECK(r.all.complete == 1);
}

TEST_CASE("an asynchronous copy hands on what it copies, and zeros are made of nothing") {
  const std::string copied =
      "st.global.u32 [%rd61], %r60; mov.u32 %r1, s; shl.b32 %r2, %r60, 2; add.u32 %r2, %r1, %r2; "
      "cp.async.ca.shared.global [%r2], [%rd61], 4, %r9; cp.async.wait_all; bar.sync 0; "
      "ld.shared.u32 %r0, [%r2];";
  const recorded whole("mov.u32 %r9, 4; " + copied), none("mov.u32 %r9, 0; " + copied);
  CHECK(whole.all.complete == 1);
  const auto& copy = whole.all.nodes[whole.result_of(7).sources[0] - 1];  // the load from it
  const auto& store = whole.all.nodes[copy.sources[0] - 1];
  CHECK(store.space == LOCKSTEP_SPACE_SHARED);
  REQUIRE(store.sources[0] != 0);
  CHECK(whole.all.nodes[store.sources[0] - 1].kind == LOCKSTEP_NODE_LOAD);
  const auto& empty = none.all.nodes[none.result_of(7).sources[0] - 1];
  CHECK(none.all.nodes[empty.sources[0] - 1].sources[0] == 0);
}

TEST_CASE("a guard keeps the old value, and is a decision") {
  const recorded r(fill_shared +
                   "mov.u32 %r0, 0; setp.lt.u32 %p1, %r60, 4; @%p1 ld.shared.u32 %r0, [%r2];");
  CHECK(r.made_by(r.result_of(2).sources[0]) == std::set<std::uint32_t>{2});
  CHECK(r.result_of(9).sources[0] == 0);
  unsigned taken = 0;
  for (std::uint64_t d = 0; d < r.all.decision_count; ++d) taken += r.all.decisions[d].taken;
  CHECK(r.all.decision_count == 32);
  CHECK(taken == 4);
}

TEST_CASE("threads are numbered through the grid") {
  ptx_shape shape;
  shape.blocks = 2;
  shape.workers = 1;
  const recorded r("mov.u32 %r0, 1;", shape);
  CHECK(r.result_of(63).thread == 63);
  REQUIRE(r.all.launch_count == 1);
  CHECK(r.all.launches[0].grid[0] == 2);
}

}  // namespace
