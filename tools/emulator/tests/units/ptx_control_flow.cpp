#include <doctest/doctest.h>

#include <algorithm>

#include "ptx/control_flow.hpp"
#include "ptx_text.hpp"

using namespace lockstep::ptx;

TEST_SUITE_BEGIN("ptx_control_flow");

namespace {

// A kernel; its last barrier is what is asked about.
struct analysed_kernel {
  explicit analysed_kernel(const std::string& body, const std::string& before = "")
      : text(ptx_text::parse_kernel(body, before)),
        of(decode(text->functions.back())),
        flow(of),
        differs(divergent_registers(of, flow)) {}

  std::vector<decision> decisions() const {
    for (std::uint32_t i = 0; i < of.instructions.size(); ++i)
      if (of.instructions[i].operation == op::bar) return flow.decisions_on(i);
    return {};
  }
  bool may_differ(std::string_view name) const {
    const auto& registers = of.source->registers;
    for (std::size_t r = 0; r < registers.size(); ++r)
      if (registers[r].name == name) return differs[r];
    return false;
  }

  std::unique_ptr<module> text;
  decoded_function of;
  control_flow flow;
  std::vector<bool> differs;
};

const std::string by_thread = "mov.u32 %r1, %tid.x; setp.lt.u32 %p1, %r1, 5;";

}  // namespace

TEST_CASE("a barrier that every path leads to depends on nothing") {
  const analysed_kernel k(by_thread + "@%p1 bra over; mov.u32 %r2, 1; over: bar.sync 0; ret;");
  CHECK(k.decisions().empty());
}

TEST_CASE("a barrier inside a branch depends on it") {
  const analysed_kernel k(by_thread + "@%p1 bra over; bar.sync 0; over: mov.u32 %r2, 1; ret;");
  REQUIRE(k.decisions().size() == 1);
  CHECK_FALSE(k.flow.is_return_otherwise(k.decisions().front()));
}

TEST_CASE("so does one behind a return, by a branch or under a predicate") {
  for (const char* leave : {"@%p1 bra end;", "@%p1 ret;"}) {
    const analysed_kernel k(by_thread + leave + "mov.u32 %r2, 1; bar.sync 0; end: ret;");
    REQUIRE(k.decisions().size() == 1);
    CHECK(k.flow.is_return_otherwise(k.decisions().front()));
  }
}

TEST_CASE("the nearest decision comes first, then those that decide about it") {
  const analysed_kernel k(by_thread +
                          "@%p1 bra end; setp.lt.u32 %p2, %r1, 3; @%p2 bra end; bar.sync 0; end: "
                          "mov.u32 %r2, 1; ret;");
  REQUIRE(k.decisions().size() == 2);
  CHECK(k.decisions()[0].branch > k.decisions()[1].branch);
}

TEST_CASE("a barrier in a loop depends on the branch back") {
  const analysed_kernel k("top: bar.sync 0; " + by_thread + "@%p1 bra top; ret;");
  REQUIRE(k.decisions().size() == 1);
  CHECK(k.decisions().front().towards == k.flow.block_of(0));
}

TEST_CASE("values differ by the thread, by what is loaded, and by what is made of these") {
  const analysed_kernel k(
      "ld.param.u64 %rd1, [k_param_0]; mov.u32 %r1, %tid.x; add.u32 %r2, %r1, 1; mov.u32 %r3, "
      "%ctaid.x; ld.global.u32 %r4, [%rd1]; mov.u32 %r5, %ntid.x; ret;");
  CHECK(k.may_differ("%r2"));
  CHECK(k.may_differ("%r4"));
  CHECK_FALSE(k.may_differ("%rd1"));
  CHECK_FALSE(k.may_differ("%r3"));
  CHECK_FALSE(k.may_differ("%r5"));
}

TEST_CASE("what is set on one side of a branch on which threads part differs") {
  const analysed_kernel k(by_thread +
                          "mov.u32 %r2, 1; mov.u32 %r3, 1; @%p1 bra over; mov.u32 %r2, 2; over: "
                          "add.u32 %r4, %r2, %r3; ret;");
  CHECK(k.may_differ("%r2"));
  CHECK(k.may_differ("%r4"));
  CHECK_FALSE(k.may_differ("%r3"));
}

TEST_CASE("a value is made of all that its operands are made of") {
  const analysed_kernel k(
      "mov.u32 %r1, %tid.x; mov.u32 %r2, 7; add.u32 %r3, %r1, 1; mul.lo.u32 %r4, %r3, 4; ret;");
  const std::vector<bool> of = ingredients(k.of, {3});
  CHECK(std::count(of.begin(), of.end(), true) == 3);
}

TEST_SUITE_END();
