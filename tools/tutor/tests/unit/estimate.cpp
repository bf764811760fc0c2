#include <doctest/doctest.h>

#include <string>

#include "profile/estimate_text.hpp"

using namespace lockstep::tutor;

namespace {

lockstep::protocol::time_estimate estimate() {
  lockstep::protocol::time_estimate e;
  e.device = "h200";
  e.microseconds = 98.4;
  e.error_percent = 12;
  e.limited_by = "DRAM";
  e.dram = 0.97;
  e.stalls = {{"long_scoreboard", 91}, {"barrier", 4}, {"wait", 0.4}};
  e.lines = {{"/somewhere/sum.cu", 12, 90, {{"long_scoreboard", 90}}}};
  e.what_if = {{"twice the bandwidth of DRAM", 60}, {"without barriers", 97}};
  return e;
}

std::string text_of(const lockstep::protocol::time_estimate& e) {
  profiled_launch launch;
  launch.kernel = "sum(int*)";
  launch.grid = {64, 1, 1};
  launch.block = {256, 1, 1};
  launch.estimate = e;
  return estimates_text({launch}, {});
}

bool is_said_in(const std::string& text, const std::string& what) {
  return text.find(what) != std::string::npos;
}

}  // namespace

TEST_CASE("a time is a model's, with its device and its error") {
  CHECK(time_in_words(estimate()) == "about 98.4 us (model, H200; usually within 12 %)");
}

TEST_CASE("small differences are too close to call") {
  CHECK(gain_in_words(100, 91) == "too close to call");
  CHECK(gain_in_words(100, 60) == "40 % less");
  CHECK(gain_in_words(100, 130) == "30 % more");
}

TEST_CASE("an estimate says what limits it, what its warps wait for, where, and what if") {
  const std::string text = text_of(estimate());
  CHECK(is_said_in(text, "sum<<<64, 256>>>"));
  CHECK(is_said_in(text, "limited by the bandwidth of DRAM, 97 % of which is in use"));
  CHECK(is_said_in(text, "91 %  long_scoreboard"));
  CHECK(!is_said_in(text, "%  wait"));  // less than 1 %
  CHECK(is_said_in(text, "90 %  sum.cu:12  long_scoreboard"));
  CHECK(is_said_in(text, "60.0 us  39 % less"));
  CHECK(is_said_in(text, "without barriers                          too close to call\n"));
  CHECK(!is_said_in(text, "without bank conflicts"));  // it has none
}

TEST_CASE("barriers without which it would take as long are not blamed") {
  auto e = estimate();
  e.limited_by = "barriers";
  CHECK(is_said_in(text_of(e), "without barriers\n  it would take about as long"));
  e.what_if = {{"without barriers", 60}};
  CHECK(is_said_in(text_of(e), "limited by barriers: warps wait"));
}

TEST_CASE("a grid that leaves room says how much") {
  auto e = estimate();
  e.waves = 0.125;
  CHECK(is_said_in(text_of(e), "room for 8 times as many blocks as these 64\n"));
  e.waves = 1. / 1056;
  CHECK(is_said_in(text_of(e), "room for 1,056 times as many"));
  e.waves = 2;
  CHECK(is_said_in(text_of(e), "2 waves of blocks\n"));
}

TEST_CASE("of many launches the longest are named in order") {
  std::vector<profiled_launch> all(5);
  for (unsigned i = 0; i < 5; ++i) {
    all[i].kernel = "k" + std::to_string(i) + "()";
    all[i].launches = i == 2 ? 20 : 1;
    all[i].estimate = estimate();
    all[i].estimate->microseconds = 10 + i;
  }
  const std::string text = estimates_text(all, {});
  const auto end = text.substr(text.find("the longest first"));
  CHECK(end.find("k2<<<") < end.find("k4<<<"));
  CHECK(end.find("k4<<<") < end.find("k3<<<"));
  CHECK(is_said_in(end, "240 us  DRAM          k2"));
  CHECK(is_said_in(end, ", 20 launches"));
  all.resize(3);
  CHECK(!is_said_in(estimates_text(all, {}), "the longest first"));
}

TEST_CASE("what is not modelled is refused in words") {
  lockstep::protocol::time_estimate refused;
  refused.refused = "it launches kernels";
  CHECK(is_said_in(text_of(refused), "no estimate: it launches kernels"));
}
