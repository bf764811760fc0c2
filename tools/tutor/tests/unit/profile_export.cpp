// Profiles as CSV.
#include "profile/export.hpp"

#include <doctest/doctest.h>

#include "support/text.hpp"

using namespace lockstep::tutor;

TEST_CASE("a line for each launch; a name with commas is quoted") {
  profiled_launch launch;
  launch.kernel = "k(int*, \"x\")";
  launch.grid = {4, 2, 1};
  launch.counts.warps = 7;
  CHECK(profile_csv({launch, launch}, find_metrics("warps_launched,ipc")) ==
        "kernel,grid,block,warps_launched,ipc\n"
        "\"k(int*, \"\"x\"\")\",4x2,1,7,needs a GPU\n"
        "\"k(int*, \"\"x\"\")\",4x2,1,7,needs a GPU\n");
}

TEST_CASE("without chosen metrics, all counters and what follows from them") {
  profiled_launch launch;
  launch.counts.branch_targets = 3;
  const auto lines = lines_of(profile_csv({launch}, {}));
  REQUIRE(lines.size() == 2);
  CHECK(lines[0].find(",branch_targets,") != std::string::npos);
  CHECK(lines[0].ends_with(",global_load_efficiency,global_store_efficiency"));
  CHECK(lines[1].ends_with(",100,,,,"));  // branch efficiency, and four that do not exist
}
