// What a traced kernel tells of its warps, by tiny kernels.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "ptx_kernel.hpp"
#include "trace/recorder.hpp"

namespace {

using namespace lockstep;

constexpr std::uint32_t odd = 0xaaaa'aaaa, even = 0x5555'5555, all = ~0u;

struct told_step {
  trace::place place;
  trace::step step;
  trace::instruction what;
};

struct traced {
  ptx_run run;
  std::vector<trace::grid> grids;
  std::vector<told_step> steps;
  std::vector<trace::grid_end> ends;

  std::vector<told_step> of(trace::kind kind) const {
    std::vector<told_step> some;
    for (const told_step& one : steps)
      if (one.what.what == kind) some.push_back(one);
    return some;
  }
};

traced trace_ptx(const std::string& body, const protocol::trace_options& options = {},
                 ptx_shape shape = {}) {
  traced result;
  trace::recorder recorder(
      options, {[&](const trace::grid& grid) { result.grids.push_back(grid); },
                [&](const trace::grid&, const trace::place& place, const trace::step& step) {
                  result.steps.push_back({place, step, *step.what});
                },
                [&](const trace::grid_end& end) { result.ends.push_back(end); }});
  shape.recorder = &recorder;
  result.run = run_ptx(body, shape);
  return result;
}

// Even lanes go to `even`, odd lanes fall through; both meet at `done`.
const std::string halves =
    "and.b32 %r1, %r60, 1; setp.eq.u32 %p1, %r1, 0; @%p1 bra even; mov.u32 %r0, 7; bra done; "
    "even: mov.u32 %r0, 8; done: add.u32 %r0, %r0, 1;";

TEST_CASE("a traced kernel does what it does untraced") {
  CHECK(trace_ptx(halves).run.out == run_ptx(halves).out);
}

TEST_CASE("lanes that part are told at the branch, and where they meet again") {
  const traced t = trace_ptx(halves);
  const auto branches = t.of(trace::kind::branch);
  REQUIRE(branches.size() == 2);
  CHECK(branches[0].step.active == all);
  CHECK(branches[0].step.executing == even);
  CHECK(branches[0].step.change.split == std::vector<trace::lanes>{even, odd});
  CHECK(branches[1].step.active == odd);
  CHECK(branches[1].step.change.split.empty());
  std::vector<trace::lanes> met;
  for (const told_step& one : t.steps) {
    if (one.step.change.met.empty()) continue;
    CHECK(met.empty());
    CHECK(one.what.op == "add.u32");
    CHECK(one.step.active == all);
    met = one.step.change.met;
  }
  CHECK(met.size() == 2);
}

TEST_CASE("steps are numbered, and instructions named as in PTX") {
  const traced t = trace_ptx("mov.u32 %r0, 1;");
  REQUIRE(t.steps.size() == 10);
  CHECK(t.steps.front().what.op == "ld.param.u64");
  CHECK(t.steps.back().what.op == "ret");
  CHECK(t.steps.back().what.what == trace::kind::exit);
  for (std::size_t i = 0; i < t.steps.size(); ++i) CHECK(t.steps[i].step.number == i + 1);
}

TEST_CASE("an access has the lanes' addresses, their allocation, and its sectors") {
  const traced t = trace_ptx("mov.u32 %r0, 1;");
  const auto stores = t.of(trace::kind::store);
  REQUIRE(stores.size() == 1);
  REQUIRE(stores[0].step.accesses.size() == 1);
  const trace::access& store = stores[0].step.accesses[0];
  CHECK(store.space == protocol::memory_space::global);
  CHECK(store.by == all);
  CHECK(store.bytes == 4);
  CHECK(store.sectors == 4);
  for (unsigned lane = 0; lane < 32; ++lane) CHECK(store.address[lane] - store.base == lane * 4);
}

TEST_CASE("an access in shared memory has offsets and bank conflicts") {
  const traced t = trace_ptx("shl.b32 %r1, %r60, 3; st.shared.u32 [%r1], %r60; mov.u32 %r0, 1;");
  const trace::access store = t.of(trace::kind::store).at(0).step.accesses.at(0);
  CHECK(store.space == protocol::memory_space::shared);
  CHECK(store.address[5] == 40);
  CHECK(store.conflicts == 1);
}

TEST_CASE("an access has the values that lanes read or write") {
  const traced t = trace_ptx(
      "shl.b32 %r1, %r60, 2; st.shared.b32 [%r1], %r60; ld.shared.b32 %r2, [%r1];\n"
      "add.u32 %r0, %r2, 5;");
  const trace::access stored = t.of(trace::kind::store).at(0).step.accesses.at(0);
  CHECK(stored.values.at(0)[7] == 7);
  CHECK(stored.type == protocol::value_type::s32);
  const trace::access loaded = t.of(trace::kind::load).at(0).step.accesses.at(0);
  CHECK(loaded.values.at(0)[7] == 7);
  CHECK(t.of(trace::kind::store).at(1).step.accesses.at(0).values.at(0)[7] == 12);
}

TEST_CASE("values are read as the instructions do that calculate with them") {
  const auto type_of = [](const std::string& use) {
    const traced t =
        trace_ptx("shl.b32 %r1, %r60, 2; ld.shared.b32 %r2, [%r1];\n" + use + "mov.u32 %r0, 0;");
    return t.of(trace::kind::load).at(0).step.accesses.at(0).type;
  };
  using protocol::value_type;
  CHECK(type_of("add.s32 %r3, %r2, 1;") == value_type::s32);
  CHECK(type_of("setp.lt.u32 %p1, %r2, 9;") == value_type::u32);
  CHECK(type_of("setp.lt.u32 %p1, %r2, 9; setp.lt.s32 %p1, %r2, 9;") == value_type::s32);
  CHECK(type_of("add.f32 %r3, %r2, 0f3F800000;") == value_type::f32);
  CHECK(type_of("mov.b32 %r4, %r2; mul.f32 %r3, %r4, %r4;") == value_type::f32);
  CHECK(type_of("cvt.rn.f32.u32 %f1, %r2;") == value_type::u32);
}

TEST_CASE("a load of several elements has a value for each") {
  const traced t = trace_ptx(
      "shl.b32 %r1, %r60, 3; st.shared.v2.b32 [%r1], {%r60, %r62};\n"
      "ld.shared.v2.b32 {%r2, %r3}, [%r1]; mov.u32 %r0, 0;");
  const trace::access loaded = t.of(trace::kind::load).at(0).step.accesses.at(0);
  REQUIRE(loaded.values.size() == 2);
  CHECK(loaded.values[0][9] == 9);
  CHECK(loaded.values[1][9] == 32);
}

TEST_CASE("an atomic operation has its operand, and what it found if it says so") {
  const traced t = trace_ptx(
      "mov.u32 %r1, 0; st.shared.u32 [%r1], %r1; atom.shared.add.u32 %r2, [%r1], 3;\n"
      "red.shared.add.u32 [%r1], 3; mov.u32 %r0, 0;");
  const auto atomics = t.of(trace::kind::atomic);
  REQUIRE(atomics.size() == 2);
  const trace::access with_result = atomics[0].step.accesses.at(0);
  CHECK(with_result.values.at(0)[4] == 3);
  CHECK(with_result.found.at(0)[4] == 12);
  CHECK(atomics[1].step.accesses.at(0).values.at(0)[4] == 3);
  CHECK(atomics[1].step.accesses.at(0).found.empty());
}

TEST_CASE("the end of a launch names the arrays of its parameters, and shared variables") {
  const traced t = trace_ptx("mov.u32 %r0, 1;");
  REQUIRE(t.ends.size() == 1);
  REQUIRE(t.ends[0].arrays.size() == 1);
  const protocol::traced_array& array = t.ends[0].arrays[0];
  CHECK(array.allocation == t.of(trace::kind::store).at(0).step.accesses.at(0).allocation);
  REQUIRE(array.parameters.size() == 1);
  CHECK(array.parameters[0].number == 0);
  CHECK(array.parameters[0].offset == 0);
  CHECK(t.ends[0].shared == std::vector<protocol::shared_array>{{"s", 0, 4096}});
}

TEST_CASE("an access under a guard is that of the lanes for which it holds") {
  const traced t =
      trace_ptx("mov.u32 %r0, 1; setp.lt.u32 %p1, %r60, 4; @%p1 st.global.u32 [%rd61], %r0;");
  const told_step store = t.of(trace::kind::store).at(0);
  CHECK(store.step.active == all);
  CHECK(store.step.executing == 0xf);
  CHECK(store.step.accesses.at(0).by == 0xf);
}

TEST_CASE("a shuffle has what lanes give and get, and how far it goes") {
  const traced t = trace_ptx(
      "add.u32 %r1, %r60, 100; shfl.sync.down.b32 %r2|%p1, %r1, 16, 31, -1; mov.u32 %r0, %r2; "
      "redux.sync.add.u32 %r3, %r60, -1;");
  const auto exchanges = t.of(trace::kind::warp);
  REQUIRE(exchanges.size() == 2);
  REQUIRE(exchanges[0].step.exchanged);
  const trace::exchange& shuffle = *exchanges[0].step.exchanged;
  CHECK(shuffle.by == all);
  CHECK(shuffle.distance == 16);
  CHECK(shuffle.gave[3] == 103);
  CHECK(shuffle.got[3] == 119);
  CHECK(shuffle.got[20] == 120);  // there is no lane 36
  REQUIRE(exchanges[1].step.exchanged);
  CHECK(exchanges[1].step.exchanged->got[7] == 496);
}

TEST_CASE("a generic access is recorded once for each space that its lanes reach") {
  const traced t = trace_ptx(
      "mov.u64 %rd1, s; cvta.shared.u64 %rd1, %rd1; setp.lt.u32 %p1, %r60, 8;\n"
      "selp.b64 %rd2, %rd1, %rd61, %p1; mov.u32 %r0, 1; st.u32 [%rd2], %r0;");
  const auto accesses = t.of(trace::kind::store).at(0).step.accesses;
  REQUIRE(accesses.size() == 2);
  CHECK(accesses[0].space == protocol::memory_space::shared);
  CHECK(accesses[0].by == 0xff);
  CHECK(accesses[1].space == protocol::memory_space::global);
  CHECK(accesses[1].by == ~0xffu);
}

TEST_CASE("a barrier is two steps: lanes arrive, and go on when all have") {
  const traced t = trace_ptx("mov.u32 %r0, 1; bar.sync 0;", {}, {.threads = 64});
  std::uint64_t last_arrival = 0, first_leave = ~0ull;
  unsigned arrivals = 0, leaves = 0;
  for (const told_step& one : t.of(trace::kind::barrier)) {
    if (one.step.leaves_barrier) {
      ++leaves;
      first_leave = std::min(first_leave, one.step.at);
    } else {
      ++arrivals;
      last_arrival = std::max(last_arrival, one.step.at);
    }
  }
  CHECK(arrivals == 2);
  CHECK(leaves == 2);
  CHECK(last_arrival < first_leave);
}

TEST_CASE("lanes that have left take no part in a meeting") {
  const traced t =
      trace_ptx("setp.ge.u32 %p1, %r60, 16; @%p1 exit; mov.u32 %r0, 1; bar.warp.sync 0xffff;");
  const auto exits = t.of(trace::kind::exit);
  REQUIRE(exits.size() == 2);
  CHECK(exits[0].step.executing == 0xffff'0000);
  CHECK(exits[1].step.active == 0xffff);
  for (const told_step& one : t.steps) CHECK(one.step.change.met.empty());
}

TEST_CASE("a jump through a table parts the lanes by where it leads") {
  const traced t = trace_ptx(
      "and.b32 %r1, %r60, 1; ts: .branchtargets a, b; brx.idx %r1, ts; a: mov.u32 %r0, 1; bra "
      "done; "
      "b: mov.u32 %r0, 2; done: add.u32 %r0, %r0, 1;");
  CHECK(t.of(trace::kind::branch).at(0).step.change.split == std::vector<trace::lanes>{even, odd});
}

TEST_CASE("only blocks, warps, launches and steps that are asked for are recorded") {
  protocol::trace_options options;
  options.blocks = *protocol::number_set::parse("1");
  options.warps = *protocol::number_set::parse("2");
  options.steps = 3;
  const traced t = trace_ptx("mov.u32 %r0, 1;", options, {.blocks = 4, .threads = 128});
  REQUIRE(t.steps.size() == 3);
  CHECK(t.steps[0].place.block[0] == 1);
  CHECK(t.steps[0].place.warp == 2);
  CHECK(t.ends.at(0).steps_left_out == 7);
  options.launches = *protocol::number_set::parse("2");
  const traced none = trace_ptx("mov.u32 %r0, 1;", options);
  CHECK(none.steps.empty());
  CHECK_FALSE(none.grids.at(0).traced);
  options = {};
  options.kernel = "other";
  CHECK(trace_ptx("mov.u32 %r0, 1;", options).steps.empty());
}

TEST_CASE("a options for accesses, or for what decides the way, leaves out the rest") {
  protocol::trace_options options;
  options.only = protocol::kept_steps::memory;
  const traced memory = trace_ptx(halves, options);
  REQUIRE(memory.steps.size() == 1);
  CHECK(memory.steps[0].what.what == trace::kind::store);
  options.only = protocol::kept_steps::branches;
  std::vector<std::string> ops;
  for (const told_step& one : trace_ptx(halves, options).steps) ops.push_back(one.what.op);
  CHECK(ops == std::vector<std::string>{"bra", "bra", "add.u32", "ret"});
}

TEST_CASE("what a kernel did before it was stopped is told") {
  const traced t = trace_ptx("mov.u64 %rd1, 64; ld.global.u32 %r0, [%rd1];");
  CHECK(t.ends.at(0).stopped_by == finding_kind::null_pointer);
  CHECK(t.steps.back().what.op == "ld.global.u32");
  CHECK(t.steps.back().step.accesses.at(0).address[3] == 64);
}

TEST_CASE("a kernel that never ends is recorded up to the limit") {
  const traced t = trace_ptx("forever: bra forever;", {.steps = 20}, {.timeout_ms = 50});
  CHECK(t.steps.size() == 20);
  CHECK(t.ends.at(0).stopped_by == finding_kind::timeout);
  CHECK(t.ends.at(0).steps_left_out > 100);
}

}  // namespace
