// Launch records as a profile: derived values and the table.
#include "profile/launches.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <regex>

#include "profile/table.hpp"
#include "support/text.hpp"

using namespace lockstep::tutor;

namespace {

report one_launch() {
  report seen;
  seen.backend = "emulator";
  seen.device = "h200";
  seen.launches = {
      R"json({"type":"launch","kernel":"void sum<512>(int*, int)","grid":[64,1,1],"block":[512,1,1],"theoretical_occupancy":0.5,
          "counters":{"warps":4,"warp_instructions":100,"thread_instructions":1600,"branch_targets":10,"divergent_branch_targets":2,
          "global_load_requests":2,"global_load_sectors":8,"global_load_bytes":128,"global_load_data_bytes":128,"global_store_sectors":0,"shared_load_conflicts":3,"shared_store_conflicts":4}})json"};
  return seen;
}

// The table's rows below the rule, with one space between cells.
std::vector<std::string> rows_of_table(const std::string& table) {
  auto lines = lines_of(table);
  REQUIRE(lines.size() > 3);
  std::vector<std::string> found;
  for (std::size_t i = 3; i < lines.size(); ++i) {
    found.push_back(std::regex_replace(lines[i], std::regex(" +"), " "));
  }
  return found;
}

}  // namespace

TEST_CASE("a launch in the profile is its record") {
  const auto profile = profile_json(one_launch(), std::regex(""), false);
  CHECK(profile.at("device") == "h200");
  CHECK(profile.at("launches").at(0).at("counters").at("warps") == 4);
  CHECK_FALSE(profile.at("launches").at(0).contains("type"));
}

TEST_CASE("the table's values follow from the counters; one that does not exist is a dash") {
  CHECK(rows_of_table(profile_table(parse_launches(one_launch()), false)) ==
        std::vector<std::string>{"sum<512> 1 64 512 50 25.00 16.00 80.00 50.00 - 4.00 7"});
}

TEST_CASE("launches of one kernel and shape are one row, with the sums of their counters") {
  report seen = one_launch();
  seen.launches.push_back(seen.launches[0]);
  const auto launches = parse_launches(seen);
  CHECK(rows_of_table(profile_table(grouped_by_shape(launches), false)) ==
        std::vector<std::string>{"sum<512> 2 64 512 50 25.00 16.00 80.00 50.00 - 4.00 14"});
  CHECK(rows_of_table(profile_table(launches, true)).size() == 2);
}

TEST_CASE("a kernel's short name is what tells it from others") {
  CHECK(short_name("reduce(int*, (anonymous namespace)::pair)") == "reduce");
  CHECK(short_name("void reduce<512u, true>(int*)") == "reduce<512u, true>");
  CHECK(short_name("void (anonymous namespace)::a::reduce<b::c>(d::e)") == "reduce<b::c>");
  CHECK(short_name("void a::reduce<cub::policy<int, cuda::std::plus<int> >, unsigned, 7>(int*)") ==
        "reduce<...>");
  CHECK(short_name("void cut::reduce<cub::policy<int, cuda::std::plus<int>, unsigned, int, 9") ==
        "reduce<...>");
  CHECK(short_name(std::string(50, 'k')) == std::string(37, 'k') + "...");
  CHECK(short_name("").empty());
}

TEST_CASE("kernels with the same name and other parameters are others") {
  report seen = one_launch();
  seen.launches.emplace_back(R"json({"kernel":"void sum<512>(float*, int)"})json");
  CHECK(grouped_by_kernel(parse_launches(seen)).size() == 2);
}

TEST_CASE("a launch by a kernel names the launch that made it") {
  report seen = one_launch();
  seen.launches.emplace_back(R"json({"kernel":"child()","parent":0,"counters":{}})json");
  CHECK(
      rows_of_table(profile_table(parse_launches(seen), true)).at(1).starts_with("child 2 by 1 "));
}

TEST_CASE("JSON has the launches of the kernels that were asked for") {
  CHECK(profile_json(one_launch(), std::regex("^void s"), false).at("launches").size() == 1);
  CHECK(profile_json(one_launch(), std::regex("other"), false).at("launches").empty());
}

TEST_CASE("the first launch of each kernel alone") {
  report seen = one_launch();
  const std::string once = seen.launches.at(0);
  seen.launches = {once, R"({"kernel":"other","grid":[1,1,1],"block":[1,1,1]})", once};
  CHECK(profile_json(seen, std::regex(""), true).at("launches").size() == 2);
  CHECK(profile_json(seen, std::regex(""), false).at("launches").size() == 3);
  const auto first = first_of_each_kernel(parse_launches(seen));
  REQUIRE(first.size() == 2);
  CHECK(first[1].kernel == "other");
}

TEST_CASE("a kernel without branches has no branch efficiency") {
  report seen = one_launch();
  seen.launches = {R"({"kernel":"k","grid":[1,1,1],"block":[1,1,1],"counters":{"warps":1}})"};
  CHECK(profile_table(parse_launches(seen), false).find("no branches") != std::string::npos);
}

TEST_CASE("a damaged record counts as far as it can be read") {
  report seen = one_launch();
  seen.launches = {R"({"kernel":7,"grid":"x","counters":{"warps":"many"},"lines":[3,{"line":5}]})"};
  const auto launches = parse_launches(seen);
  CHECK(launches.at(0).kernel.empty());
  CHECK(launches.at(0).grid == dimensions{1, 1, 1});
  CHECK(launches.at(0).lines.size() == 1);
}
