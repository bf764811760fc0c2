// Metrics by nvprof's and Nsight Compute's names.
#include "profile/metrics.hpp"

#include <doctest/doctest.h>

#include <set>

#include "support/failure.hpp"

using namespace lockstep::tutor;

namespace {

const metric& only(const std::string& name) { return *find_metrics(name).at(0).what; }

profiled_launch counted() {
  profiled_launch launch;
  launch.occupancy = 75;
  launch.registers = 20;
  auto& c = launch.counts;
  c.warps = 4;
  c.warp_instructions = 100;
  c.thread_instructions = 1600;
  c.branch_targets = 10;
  c.divergent_branch_targets = 2;
  c.global_load_requests = 2;
  c.global_load_sectors = 8;
  c.global_load_bytes = 128;
  c.global_load_data_bytes = 128;
  c.shared_load_requests = 4;
  c.shared_load_conflicts = 12;
  return launch;
}

}  // namespace

TEST_CASE("a metric has the same value under both names") {
  for (const auto& one : known_metrics()) {
    if (*one.nvprof == '\0' || *one.nsight == '\0') continue;
    CHECK(&only(one.nvprof) == &one);
    CHECK(&only(one.nsight) == &one);
  }
}

TEST_CASE("no name is there twice") {
  std::set<std::string> names;
  for (const auto& one : known_metrics()) {
    for (const std::string name : {one.nvprof, one.nsight}) {
      if (!name.empty()) CHECK_MESSAGE(names.insert(name).second, name);
    }
  }
}

TEST_CASE("values are those of the counters") {
  const auto value = [](const char* name) { return value_in_words(only(name), counted()); };
  CHECK(value("branch_efficiency") == "80");
  CHECK(value("inst_per_warp") == "25");
  CHECK(value("gld_efficiency") == "50");
  CHECK(value("gld_transactions_per_request") == "4");
  CHECK(value("warp_execution_efficiency") == "50");
  CHECK(value("shared_ld_bank_conflict") == "12");
  CHECK(value("shared_load_transactions") == "16");
  CHECK(value("sm__maximum_warps_per_active_cycle_pct") == "75");
  CHECK(value("launch__registers_per_thread") == "20");
}

TEST_CASE("what does not exist is neither 0 nor 100, and time needs a GPU") {
  CHECK(value_in_words(only("branch_efficiency"), {}) == "no branches");
  CHECK(value_in_words(only("gst_efficiency"), counted()) == "-");
  for (const char* name :
       {"achieved_occupancy", "ipc", "stall_sync", "dram_read_throughput",
        "dram__bytes_read.sum.per_second", "gpu__time_duration.sum",
        "sm__pipe_fma_cycles_active.avg", "dram__throughput.avg.pct_of_peak_sustained_elapsed"}) {
    CHECK(value_in_words(only(name), counted()) == "needs a GPU");
  }
}

TEST_CASE("Nsight Compute's names do without their suffix") {
  CHECK(&only("smsp__inst_executed") == &only("smsp__inst_executed.sum"));
}

TEST_CASE("a name that is not known is refused with near ones") {
  CHECK_THROWS_WITH_AS(find_metrics("branch_effciency"), "there is no metric branch_effciency",
                       failure);
  try {
    find_metrics("smsp__sass_branch_target.sum");
  } catch (const failure& what) {
    CHECK(what.advice.find("smsp__sass_branch_targets.sum") != std::string::npos);
  }
  CHECK_THROWS_AS(find_metrics(","), failure);
}
