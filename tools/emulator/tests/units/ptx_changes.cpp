// Small changes to a function.
#include <doctest/doctest.h>

#include <algorithm>

#include "ptx/changes.hpp"
#include "ptx/parser.hpp"
#include "ptx/program.hpp"
#include "ptx_text.hpp"

using namespace lockstep::ptx;
using namespace ptx_text;

TEST_SUITE_BEGIN("ptx_changes");

namespace {

// Of a kernel whose instructions stand on line 3 of a.cu, in words: "setp.le.u32 and setp.le.u32".
struct offered {
  std::unique_ptr<module> m;
  std::vector<change> all;

  explicit offered(const std::string& body)
      : m(parse(kernel(".loc 1 3 5\n" + body + "\nret;") + ".file 1 \"a.cu\"")),
        all(changes_of(*m, m->functions[0])) {}

  std::size_t count(change_kind kind, const std::string& becomes, std::size_t together = 1) const {
    return static_cast<std::size_t>(std::count_if(all.begin(), all.end(), [&](const change& one) {
      return one.kind == kind && one.replaced.size() == together &&
             spelled(one.replaced.front().second) == becomes;
    }));
  }
};

}  // namespace

TEST_CASE("a comparison may be any other one") {
  const offered of("setp.lt.u32 %p1, %r1, %r2;");
  CHECK(of.count(change_kind::comparison, "setp.lt.u32") == 0);
  CHECK(of.count(change_kind::comparison, "setp.le.u32") == 1);
  CHECK(of.count(change_kind::comparison, "setp.eq.u32") == 1);
}

TEST_CASE("what a loop unrolled into several instructions changes together") {
  const offered of("add.s32 %r1, %r2, 1;\nadd.s32 %r1, %r1, 1;\nadd.s32 %r1, %r1, 2;");
  CHECK(of.count(change_kind::operation, "sub.s32", 2) == 1);
  CHECK(of.count(change_kind::operation, "sub.s32", 1) == 1);
}

TEST_CASE("an operator has its counterpart, a shuffle its other directions") {
  const offered of("min.s32 %r1, %r2, %r3;\nshfl.sync.down.b32 %r1, %r2, 1, 31, -1;");
  CHECK(of.count(change_kind::operation, "max.s32") == 1);
  CHECK(of.count(change_kind::operation, "shfl.sync.up.b32") == 1);
}

TEST_CASE("the number of a thread may be another, where it is read or in one place of use") {
  const offered of("mov.u32 %r1, %tid.x;\nadd.s32 %r2, %r1, %r3;\nsub.s32 %r3, %r1, %r2;");
  CHECK(of.count(change_kind::thread_number, "mov.u32") == 7);
  CHECK(of.count(change_kind::thread_number, "add.s32") == 7);
}

TEST_CASE("a number of a thread is not compared with itself") {
  const offered of("mov.u32 %r1, %tid.x;\nmov.u32 %r2, %ntid.x;\nsetp.lt.u32 %p1, %r1, %r2;");
  // Six others in place of each side; the relation stays what it is.
  CHECK(of.count(change_kind::thread_number, "setp.lt.u32") == 12);
}

TEST_CASE("two numbers of a thread may be the wrong way round") {
  const std::string numbers =
      "mov.u32 %r1, %tid.x;\nmov.u32 %r2, %ntid.x;\nmov.u32 %r3, %ctaid.x;\n";
  const offered of(numbers + "mad.lo.s32 %r4, %r1, %r2, %r3;");
  const auto is_exchange = [](const change& one) { return one.now == "%tid.x %ctaid.x"; };
  const auto found = std::find_if(of.all.begin(), of.all.end(), is_exchange);
  REQUIRE(found != of.all.end());
  CHECK(found->kind == change_kind::thread_number);
  const instruction& becomes = found->replaced.front().second;
  CHECK(becomes.operands[1].text == "%ctaid.x");
  CHECK(becomes.operands[3].text == "%tid.x");
  const offered right(numbers + "mad.lo.s32 %r4, %r3, %r2, %r1;");
  CHECK(std::none_of(right.all.begin(), right.all.end(), is_exchange));
  const offered sum(numbers + "add.s32 %r4, %r1, %r3;");
  CHECK(std::none_of(sum.all.begin(), sum.all.end(), is_exchange));
}

TEST_CASE("two mistakes of the same kind: what is equal, taken in by two comparisons") {
  const offered of("setp.lt.u32 %p1, %r1, %r2;\nsetp.lt.s32 %p2, %r1, %r2;");
  CHECK(of.count(change_kind::comparison, "setp.le.u32", 2) +
            of.count(change_kind::comparison, "setp.le.s32", 2) ==
        1);
}

TEST_CASE("an update in three instructions may be one atomic operation") {
  const offered of("ld.shared.u32 %r1, [%r2];\nadd.s32 %r3, %r1, 1;\nst.shared.u32 [%r2], %r3;");
  CHECK(of.count(change_kind::update, "atom.shared.add.u32", 2) == 1);
  const offered elsewhere(
      "ld.shared.u32 %r1, [%r2];\nadd.s32 %r3, %r1, 1;\nst.shared.u32 [%r2+4], %r3;");
  CHECK(elsewhere.count(change_kind::update, "atom.shared.add.u32", 2) == 0);
}

TEST_CASE("what combines two comparisons stands in their line, not in that of the call") {
  const offered of(
      "setp.lt.u32 %p1, %r1, %r2;\nsetp.lt.u32 %p2, %r3, %r2;\n.loc 1 9 5\n"
      "and.pred %p1, %p1, %p2;");
  const auto either = std::find_if(of.all.begin(), of.all.end(), [](const change& one) {
    return spelled(one.replaced.front().second) == "or.pred";
  });
  REQUIRE(either != of.all.end());
  CHECK(either->line.line == 3);
}

TEST_CASE("instructions without a line of the source stay as they are") {
  const auto m = parse(kernel("setp.lt.u32 %p1, %r1, %r2;\nret;"));
  CHECK(changes_of(*m, m->functions[0]).empty());
}

TEST_SUITE_END();
