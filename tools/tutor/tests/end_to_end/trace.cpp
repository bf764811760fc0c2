// What each warp does: the command, on records that a program of the fixture writes.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "driver.hpp"

namespace {

using json = nlohmann::ordered_json;

outcome trace(const std::string& options, const std::string& arguments = "trace") {
  return fixture::instance().tutor("trace " + options + " build/chapters/01_first/01_first_demo " +
                                   arguments);
}

}  // namespace

TEST_CASE("a trace as a table, and what it leaves out") {
  const outcome got = trace("");
  CHECK(got.code == 0);
  check_golden("trace", got.out);
  check_golden("trace_left_out", got.err);
}

TEST_CASE("what is to be traced reaches the emulator") {
  CHECK(
      has(trace("").out, "wished: launches=1-8;blocks=0-1;warps=0-3;steps=500;only=all;kernel=\n"));
  CHECK(has(trace("--launch 2 --blocks 0,3-4 --warps 1 --steps 9 --only memory --kernel 'a|b'").out,
            "wished: launches=2;blocks=0,3-4;warps=1;steps=9;only=memory;kernel=a|b\n"));
}

TEST_CASE("a trace as JSON, apart from what the program prints") {
  const outcome got = trace("--json");
  CHECK(got.code == 0);
  CHECK(has(got.err, "wished: "));
  const json root = json::parse(got.out);
  CHECK(root.at("version") == 1);
  CHECK(root.at("truncated") == true);
  const json& launch = root.at("launches").at(0);
  CHECK(launch.at("begins") == 1);
  CHECK(launch.at("ends") == 6);
  const json& warp = launch.at("warps").at(0);
  CHECK(warp.at("lanes") == 4294967295u);
  CHECK(warp.at("steps").size() == 4);
  CHECK(warp.at("steps").at(1).at("split") == json({65535, 4294901760u}));
  CHECK(root.at("launches").at(1).at("by").at("launch") == 1);
  CHECK(root.at("left_out").at(0) ==
        json({{"what", "launches"}, {"launch", nullptr}, {"kept", 1}, {"of", 2}}));
}

TEST_CASE("what was traced before a crash is shown, and the crash told") {
  const outcome got = trace("", "trace abort");
  CHECK(got.code == 2);
  CHECK(has(got.out, "it did not end"));
  CHECK(has(got.out, "splits 16 | 16"));
  CHECK(has(got.err, "the program crashed"));
}

TEST_CASE("a trace of nothing says why") {
  CHECK(has(trace("", "exit 0").out, "launched no kernel"));
  const outcome other = trace("--kernel cube --json");
  CHECK(other.code == 0);
  CHECK(trace("--kernel '('").code == 64);
  CHECK(trace("--blocks 3-1").code == 64);
  CHECK(has(trace("--warps x").err, "--warps: x is not a list of numbers"));
  CHECK(trace("--only loads").code == 64);
  CHECK(trace("--steps 0").code == 64);
}

TEST_CASE("a program that the emulator refuses is not traced") {
  const outcome got = trace("", "refuse no_ptx");
  CHECK(got.code == 5);
  CHECK(has(got.err, "refused because of no_ptx"));
  CHECK(fixture::instance().tutor("trace --backend gpu /bin/true").code == 5);
}
