// Records of bench programs, as they come and as they should not.
#include <doctest/doctest.h>

#include "bench/choice.hpp"
#include "bench/progress.hpp"
#include "bench/record.hpp"
#include "support/failure.hpp"

using namespace lockstep::tutor;
using bench::parse_run;

namespace {

constexpr const char* machine =
    R"({"record":"machine","device":"G100","line":"One G100","peak_gbps":4000})"
    "\n";

std::string result(const std::string& fields) {
  return R"({"record":"result","chapter":"06_unrolling","kernel":"22 redux",)" + fields + "}\n";
}

}  // namespace

TEST_CASE("what follows from a result") {
  const auto run = parse_run(
      machine + result(R"("type":"int","operation":"sum","elements":1048576,"residency":"dram",)"
                       R"("bytes":4000000,"us":2,"right":true,"ceiling_us":1,"cub_us":3)"));
  REQUIRE(run.chapters.size() == 1);
  CHECK(run.chapters[0].name == "06_unrolling");
  const bench::result& one = run.chapters[0].results.at(0);
  CHECK(one.name() == "22 redux, int sum, 2^20, dram");
  CHECK(one.gbps() == 2000);
  CHECK(one.share_of_peak(*run.on) == 50);
  CHECK(one.share_of_ceiling() == 50);
  CHECK(one.against_cub() == 1.5);
  CHECK_FALSE(one.against_thrust());
}

TEST_CASE("no bandwidth for a kernel that is not about memory, and no share of it in the cache") {
  const auto run = parse_run(machine + result(R"("us":2,"right":true)") +
                             result(R"("residency":"l2","bytes":8,"us":2,"right":true)"));
  const auto& results = run.chapters[0].results;
  CHECK_FALSE(results.at(0).gbps());
  CHECK(results.at(1).gbps());
  CHECK_FALSE(results.at(1).share_of_peak(*run.on));
}

TEST_CASE("what is no record is counted; what is wrong in one field is missing") {
  const auto run = parse_run(
      "nonsense\n[1]\n{\"record\":\"resu\n" + result(R"("us":null,"right":true)") +
      result(R"("us":-1,"right":true)") + result(R"("us":3,"right":true,"cub_us":"fast")") +
      result(R"("us":5,"right":false)") + "{\"record\":\"of another day\"}\n");
  CHECK(run.malformed() == 5);
  REQUIRE(run.measured() == 1);
  CHECK_FALSE(run.chapters.back().results[0].cub_us);
  CHECK_FALSE(run.chapters.back().results[0].us);  // the same case again, and wrong now
  CHECK_FALSE(run.all_right());
}

TEST_CASE("a run is complete when the programs of all its chapters came to their end") {
  bench::selection asked;
  asked.chapters = {"05_reduction", "06_unrolling"};
  asked.sizes = {"2^20"};
  asked.spread = 0.5;
  const std::string begun = bench::run_record(asked) + bench::begin_record("05_reduction") +
                            bench::end_record("05_reduction", 0) +
                            bench::begin_record("06_unrolling");
  CHECK(parse_run(begun).asked == asked);
  CHECK_FALSE(parse_run(begun).complete());
  CHECK_FALSE(parse_run(begun + bench::end_record("06_unrolling", 2)).complete());
  CHECK(parse_run(begun + bench::end_record("06_unrolling", 3)).complete());
}

TEST_CASE("a plan is of what is left, and finished groups say it again") {
  const std::string begin = bench::begin_record("06_unrolling"),
                    plan = R"({"record":"plan","cases":)",
                    one = result(R"("elements":1,"us":1,"right":true)"),
                    two = result(R"("elements":2,"us":1,"right":true)");
  CHECK(parse_run(begin + plan + "4}\n" + one + two).chapters.at(0).planned == 4u);
  const auto run =
      parse_run(begin + plan + "4}\n" + one + R"({"record":"group","finished":1,"left":3})" + "\n" +
                two + begin + plan + "3}\n" + two);
  CHECK(run.chapters.at(0).groups == 1);
  CHECK(run.measured() == 2);
  CHECK(run.chapters.at(0).planned == 4u);  // `two` was cut short, and is measured again
}

TEST_CASE("sizes: single ones, powers, and ranges of powers") {
  using strings = std::vector<std::string>;
  CHECK(bench::parse_sizes("1000, 2^20,1048576") == strings{"1000", "2^20", "2^20"});
  CHECK(bench::parse_sizes("1000-4096") == strings{"2^10", "2^11", "2^12"});
  CHECK_THROWS_AS(bench::parse_sizes("0"), failure);
  CHECK_THROWS_AS(bench::parse_sizes("2^10-"), failure);
  CHECK_THROWS_AS(bench::parse_sizes("-5"), failure);
}

TEST_CASE("of a recorded run, the cases that are asked for and what they are compared with stay") {
  const auto one = [](const std::string& kernel, int elements) {
    return result(R"("us":1,"right":true,"kernel":")" + kernel + R"(","elements":)" +
                  std::to_string(elements));
  };
  const std::string begin = bench::begin_record("06_unrolling"), cub = one("CUB", 1024),
                    plain = one("01 plain", 1024), fast = one("02 fast", 1024),
                    large = one("02 fast", 1000);
  bench::selection asked;
  asked.kernels = {"fast"};
  asked.sizes = bench::parse_sizes("1024");
  CHECK(bench::chosen_records(begin + cub + plain + fast + large, asked) == begin + cub + fast);
  asked.chapters = {"05_reduction"};
  CHECK(bench::chosen_records(begin + cub + fast, asked) == begin);
}

TEST_CASE("chapters: all that are timed, or those named, each once") {
  manifest course;
  course.chapters = {
      {"01_x", "X", {}, {}, true}, {"02_y", "Y", {}, {}, false}, {"03_z", "Z", {}, {}, true}};
  using strings = std::vector<std::string>;
  const auto chosen = [&](const strings& words) {
    bench::wanted_cases wanted;
    wanted.chapters = words;
    return bench::choose(wanted, course).chapters;
  };
  CHECK(chosen({}) == strings{"01_x", "03_z"});
  CHECK(chosen({"z", "03", "1"}) == strings{"03_z", "01_x"});
  CHECK_THROWS_AS(chosen({"02"}), failure);
}

TEST_CASE("durations are as exact as an estimate is") {
  CHECK(bench::duration_text(0.2) == "1 s");
  CHECK(bench::duration_text(59.6) == "60 s");
  CHECK(bench::duration_text(150) == "2 min");
  CHECK(bench::duration_text(9000) == "2.5 h");
}
