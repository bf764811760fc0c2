// What is shown after a pass.
#include "learner/measured_results.hpp"

#include <doctest/doctest.h>

#include <cstdlib>

#include "learner/model_times.hpp"

using namespace lockstep::tutor;

namespace {

measurement conflicts(double measured) {
  return {"no bank conflicts", "bank conflicts", "at most", 0, measured};
}

verdict passed_with(const measurement& one) {
  verdict passed;
  passed.code = exit_code::passed;
  passed.measurements = {one};
  return passed;
}

}  // namespace

TEST_CASE("without measurements there is nothing to show") {
  CHECK(measured_results(verdict{}, {}).empty());
}

TEST_CASE("the first attempt has no column to be compared with") {
  CHECK(measured_results(passed_with(conflicts(0)), {}) ==
        std::vector<std::string>{"measured, on the worst input   required   now",
                                 "bank conflicts                     none     0"});
}

TEST_CASE("counters from the first attempt to this one") {
  exercise_progress before;
  before.properties = {{conflicts(30720), conflicts(-1)}};
  CHECK(
      measured_results(passed_with(conflicts(0)), before) ==
      std::vector<std::string>{"measured, on the worst input   required   at first   now   best",
                               "bank conflicts                     none      30720     0     -1"});
}

TEST_CASE("what is too wide for 80 columns is said in sentences") {
  exercise_progress before;
  const std::string what(60, 'x');
  const measurement now{"p", what, "at most", 0, 0}, then{"p", what, "at most", 0, 3968};
  before.properties = {{then, now}};
  CHECK(measured_results(passed_with(now), before) ==
        std::vector<std::string>{"measured, on the worst input:",
                                 "  " + what + ": 0 (required: none; at first: 3968)"});
}

TEST_CASE("what several properties ask of one launch stands once") {
  verdict passed = passed_with(conflicts(0));
  passed.measurements.push_back(conflicts(0));
  CHECK(measured_results(passed, {}).size() == 2);
}

TEST_CASE("a bound that was another one is told with its count") {
  exercise_progress before;
  const measurement instructions{"few instructions", "instructions", "at most", 640, 600};
  measurement then = instructions;
  then.bound = 64;
  then.measured = 80;
  before.properties = {{then, instructions}};
  CHECK(measured_results(passed_with(instructions), before)[1] ==
        "instructions                   at most 640   80 (limit 64)   600    now");
}

TEST_CASE("time on a GPU, beside a rival's") {
  verdict passed;
  passed.code = exit_code::passed;
  passed.times = {{"N = 2^24", 0.5, 0, 0, "the library", 0.75}};
  CHECK(measured_results(passed, {}) ==
        std::vector<std::string>{
            "on the GPU, N = 2^24: 0.5 ms; the library: 0.75 ms, 1.50 times as long"});
}

TEST_CASE("time on a GPU, as a share of what the memory can move") {
  verdict passed;
  passed.code = exit_code::passed;
  passed.times = {{"N = 2^24", 0.5, 1e9, 4000}};
  exercise_progress before;
  before.best_milliseconds["N = 2^24"] = 0.25;
  CHECK(measured_results(passed, before) ==
        std::vector<std::string>{"on the GPU, N = 2^24: 0.5 ms, 2000 GB/s (50 % of the 4000 GB/s "
                                 "that the memory can move); your best: 0.25 ms"});
}

TEST_CASE("a time by the model stands beside the recorded one, and has a place on the ladder") {
  const char* const root = std::getenv("LOCKSTEP_ROOT");
  REQUIRE(root != nullptr);
  checkout_paths paths;
  paths.root = root;
  exercise asked;
  asked.name = "06_unrolling/beat_the_library";
  asked.ladder = "ladder 2^24, blocks of 512";
  asked.ladder_case = "N = 2^24";
  verdict passed;
  passed.model_times = {{"N = 2^24", "h200", 50, 15, "DRAM", 0, "", "cub", 22}};
  const auto lines = model_time_lines(passed, asked, paths);
  REQUIRE(lines.size() == 4);
  CHECK(lines[0] == "N = 2^24: about 50.0 us (model, H200; usually within 15 %)");
  CHECK(lines[1] == "  the course's solution: 25.6 us (H200, recorded 2026-11-22)");
  CHECK(lines[2] == "  cub: about 22.0 us (model), 56 % less");
  CHECK(lines[3].find("  on the ladder: slower than ") == 0);
  CHECK(lines[3].find("too close to call with 07 first add") != std::string::npos);
  CHECK(lines[3].find("faster than ") != std::string::npos);
  passed.model_times[0].other_work = 1;  // which the recorded time includes
  CHECK(model_time_lines(passed, asked, paths)[1].find(
            "  the course's solution, with its copies and fills: 25.6 us") == 0);
  passed.model_times[0].refused = "the kernel sleeps";
  CHECK(model_time_lines(passed, asked, paths)[0] == "N = 2^24: no estimate: the kernel sleeps");
}
