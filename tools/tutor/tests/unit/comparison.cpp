// Counts of a GPU beside the emulator's: which launches are paired, and what is said of
// differences.
#include "profile/comparison.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "profile/comparison_output.hpp"

using namespace lockstep::tutor;

namespace {

hardware_launch on_gpu(const std::string& kernel, std::uint32_t grid, double per_warp) {
  hardware_launch launch{kernel, {grid, 1, 1}, {64, 1, 1}, {}};
  launch.values = {{"smsp__average_inst_executed_per_warp.ratio", per_warp},
                   {"smsp__warps_launched.sum", 2.0 * grid},
                   {"gpu__time_duration.sum", 5000}};
  return launch;
}

profiled_launch on_emulator(const std::string& kernel, std::uint32_t grid, std::uint64_t number,
                            std::uint64_t instructions) {
  profiled_launch launch;
  launch.kernel = kernel;
  launch.grid = {grid, 1, 1};
  launch.block = {64, 1, 1};
  launch.number = number;
  launch.counts.warps = 2 * grid;
  launch.counts.warp_instructions = instructions;
  return launch;
}

comparison compared(const std::vector<hardware_launch>& gpu,
                    const std::vector<profiled_launch>& emulator) {
  return compare(gpu, launches_by_host(emulator),
                 find_metrics("inst_per_warp,warps_launched,gpu__time_duration"));
}

}  // namespace

TEST_CASE("launches are paired by kernel, shape and order") {
  const auto both = compared({on_gpu("a(int*)", 4, 10), on_gpu("b(int*)", 4, 20),
                              on_gpu("a(int*)", 4, 30), on_gpu("a(int*)", 8, 40)},
                             {on_emulator("a(int*)", 8, 1, 64), on_emulator("a(int*)", 4, 2, 80),
                              on_emulator("a(int*)", 4, 3, 240)});
  REQUIRE(both.launches.size() == 4);
  CHECK(both.launches[0].values[0].gpu == 40);
  CHECK(both.launches[1].values[0].gpu == 10);
  CHECK(both.launches[1].values[0].emulator == 10);
  CHECK(both.launches[2].number == 2);
  CHECK(both.launches[2].values[0].gpu == 30);
  CHECK(both.launches[2].values[0].emulator == 30);
  CHECK(both.launches[3].only_gpu);
  CHECK(both.launches[3].kernel == "b(int*)");
}

TEST_CASE("what one side launched more often is counted, and not compared") {
  const auto more = compared({on_gpu("a()", 1, 1), on_gpu("a()", 1, 1), on_gpu("a()", 1, 1)},
                             {on_emulator("a()", 1, 1, 2), on_emulator("b()", 1, 2, 2)});
  CHECK(more.launches.size() == 1);
  REQUIRE(more.gpu_only.size() == 1);
  CHECK(more.gpu_only[0].launches == 2);
  REQUIRE(more.emulator_only.size() == 1);
  CHECK(more.emulator_only[0].kernel == "b()");
}

TEST_CASE("what kernels launch is counted with the host's launch that began it") {
  auto child = on_emulator("child()", 1, 1, 100);  // ends first
  child.parent = 3;
  auto grandchild = on_emulator("child()", 1, 2, 1000);
  grandchild.parent = 1;
  const auto hosts = launches_by_host({child, grandchild, on_emulator("parent()", 1, 3, 10)});
  REQUIRE(hosts.size() == 1);
  CHECK(hosts[0].children == 2);
  CHECK(hosts[0].counts.kernel == "parent()");
  CHECK(hosts[0].counts.counts.warp_instructions == 1110);
}

TEST_CASE("a difference has a cause: the kind of instructions, or none that is known") {
  auto gpu = on_gpu("a()", 1, 7.5);
  gpu.values["smsp__warps_launched.sum"] = 3;
  const auto both = compared({gpu}, {on_emulator("a()", 1, 1, 10)});
  CHECK(both.launches[0].values[0].why == cause::ptx);
  CHECK(both.launches[0].values[1].why == cause::unknown);
  CHECK(both.launches[0].values[2].why == cause::none);  // time has nothing to be compared with
}

TEST_CASE("a kernel that launches kernels differs by what the device runtime does") {
  auto child = on_emulator("child()", 1, 2, 5);
  child.parent = 1;
  const auto both = compared({on_gpu("a()", 1, 20)}, {on_emulator("a()", 1, 1, 10), child});
  CHECK(both.launches[0].children == 1);
  CHECK(both.launches[0].values[0].why == cause::launches);
}

TEST_CASE("equal is what two digits show, and 0 of nothing") {
  CHECK(equal_counts(98.36, 98.3553));
  CHECK_FALSE(equal_counts(98.36, 98.34));
  CHECK(equal_counts(0, std::nullopt));
  CHECK_FALSE(equal_counts(1, std::nullopt));
}

TEST_CASE("a table shows both, the difference, its letter, and what the letter means") {
  const auto both = compared({on_gpu("a()", 1, 20), on_gpu("a()", 1, 10)},
                             {on_emulator("a()", 1, 1, 20), on_emulator("a()", 1, 2, 10)});
  const std::string text = comparison_text(both, {"NVIDIA H200", "ncu", "h200"}, false, {});
  CHECK(text.find("a()  grid 1, block 64, means of 2 launches\n") != std::string::npos);
  CAPTURE(text);
  CHECK(text.find(" 15         7.50   -50.0 % p\n") != std::string::npos);
  CHECK(text.find("needs a GPU") != std::string::npos);
  CHECK(text.find("\np  The emulator counts PTX") != std::string::npos);
  CHECK(text.find("\nb  ") == std::string::npos);
  CHECK(comparison_text(both, {"NVIDIA H200", "ncu", "h200"}, true, {})
            .find("a()  grid 1, block 64, launch 2\n") != std::string::npos);
}

TEST_CASE("as CSV and JSON, a value that does not exist is empty") {
  const auto both = compared({on_gpu("a(int, int)", 1, 20), on_gpu("b()", 1, 3)},
                             {on_emulator("a(int, int)", 1, 1, 20)});
  CHECK(comparison_csv(both) ==
        "kernel,grid,block,launch,metric,gpu,emulator,difference,cause\n"
        "\"a(int, int)\",1,64,1,inst_per_warp,20,10,-10,ptx\n"
        "\"a(int, int)\",1,64,1,warps_launched,2,2,0,\n"
        "\"a(int, int)\",1,64,1,gpu__time_duration,5000,needs a GPU,,\n"
        "b(),1,64,1,inst_per_warp,3,,,\n"
        "b(),1,64,1,warps_launched,2,,,\n"
        "b(),1,64,1,gpu__time_duration,5000,needs a GPU,,\n");
  const auto root = comparison_json(both, {"NVIDIA H200", "ncu", ""});
  CHECK(root.at("emulator_device").is_null());
  const auto& values = root.at("launches").at(0).at("metrics");
  CHECK(values.at("inst_per_warp").at("cause") == "ptx");
  CHECK(values.at("warps_launched").at("cause").is_null());
  CHECK(values.at("gpu__time_duration").at("emulator").is_null());
}

TEST_CASE("a model's time stands beside the one that ncu measured, and is no count") {
  // 01 neighbored, 2^28 elements in blocks of 512: docs/data/h200_05_dram.csv.
  hardware_launch measured = on_gpu("neighbored()", 1, 20);
  measured.values["gpu__time_duration.sum"] = 3'380'576;
  profiled_launch modelled = on_emulator("neighbored()", 1, 1, 40);
  modelled.estimate.emplace();
  modelled.estimate->microseconds = 3045.3;
  modelled.estimate->launch_microseconds = 2.8;
  const auto both = compared({measured}, {modelled});
  CHECK(both.launches[0].values[2].why == cause::model);
  const std::string text = comparison_text(both, {"NVIDIA H200", "ncu", "h200"}, false, {});
  CAPTURE(text);
  CHECK(text.find("3,380,576  3,042,500   -10.0 % m\n") != std::string::npos);
  CHECK(text.find("\nm  Not counted: what a model of this GPU says") != std::string::npos);
  measured.values["gpu__time_duration.sum"] = 5'000;
  CHECK(compared({measured}, {modelled}).launches[0].values[2].why == cause::too_short);
  measured.values["gpu__time_duration.sum"] = 3'380'576;
  modelled.counts.warps = 10;  // there it had 2
  CHECK(compared({measured}, {modelled}).launches[0].values[2].why == cause::other_work);
  modelled.counts.warps = 2;
  modelled.estimate->refused = "the kernel sleeps";
  const auto refused = compared({measured}, {modelled});
  CHECK_FALSE(refused.launches[0].values[2].emulator.has_value());
}
