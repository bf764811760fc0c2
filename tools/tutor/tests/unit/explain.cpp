// Why a property is missed: counts beside the learner's lines.
#include "verdict/explain.hpp"

#include <doctest/doctest.h>

using namespace lockstep::tutor;

namespace {

const std::string file = "exercises/a/b.cu";
const std::string source = "kernel {\n  load\n  branch\n}\n";

profiled_launch launch() {
  profiled_launch one;
  one.kernel = "kernel";
  lockstep::line_counters load{}, branch{}, elsewhere{};
  load.warp_instructions = 8;
  load.global_load_requests = 2;
  load.global_load_sectors = 64;
  branch.warp_instructions = 4;
  branch.branches = 4;
  branch.divergent_branches = 3;
  elsewhere.branches = elsewhere.divergent_branches = 1000;
  one.lines[{file, 2}] = load;
  one.lines[{file, 3}] = branch;
  one.lines[{"tools/graders/a/b_kernels.cu", 2}] = elsewhere;
  return one;
}

std::vector<std::string> explained(const std::string& what) {
  return explain(what, {launch(), launch()}, file, source, {});
}

}  // namespace

TEST_CASE("counts of all launches, of the learner's file alone; the line with most is marked") {
  CHECK(explained("divergent branches per warp") ==
        std::vector<std::string>{"divergent  branches   line |",
                                 "                         2 |   load",
                                 "        6         8 >    3 |   branch"});
}

TEST_CASE("the columns are those of the property") {
  const auto lines = explained("sectors per load request");
  REQUIRE(lines.size() == 3);
  CHECK(lines[0] == "loads  sectors   line |");
  CHECK(lines[1] == "    4      128 >    2 |   load");
  CHECK(explained("instructions per warp")[1] == "          16          0.0 >    2 |   load");
}

TEST_CASE("nothing is shown where no line tells of it") {
  CHECK(explained("launches").empty());
  CHECK(explained("bank conflicts of loads").empty());
  CHECK(explain("divergent branches", {launch()}, "exercises/a/other.cu", source, {}).empty());
}
