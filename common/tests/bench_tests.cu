// What of the measuring needs no clock.
#include <doctest/doctest.h>
#include <lockstep/bench/program.hpp>

using namespace lockstep;
using namespace lockstep::bench;

namespace {

options given(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "bench");
  return options(static_cast<int>(arguments.size()), const_cast<char**>(arguments.data()));
}

}  // namespace

TEST_CASE("samples: the median, and the middle half over it") {
  const timing time = summarise({5, 1, 2, 4, 3, 100, 3});
  CHECK(time.us == 3);
  CHECK(time.spread == doctest::Approx(100.0 * (5 - 2) / 3));
  CHECK(time.samples == 7);
}

TEST_CASE("sizes: single ones, and the powers of two of a range") {
  CHECK(parse_sizes("1000") == std::vector<std::uint64_t>{1000});
  CHECK(parse_sizes("2^10-2^12,7") == std::vector<std::uint64_t>{1024, 2048, 4096, 7});
  CHECK_THROWS_AS(parse_sizes("2^12-2^10"), usage_error);
  CHECK_THROWS_AS(parse_sizes("0"), usage_error);
  CHECK_THROWS_AS(parse_sizes("many"), usage_error);
}

TEST_CASE("a word that nobody knows is named, with those that are known") {
  options wrong = given({"--types", "int,short"});
  CHECK_THROWS_WITH_AS(parse_selection(wrong),
                       "--types: 'short' is not one of int, unsigned, float, double", usage_error);
}

TEST_CASE("without words, everything is chosen; kernels go by a part of their name") {
  options nothing = given({});
  const selection all = parse_selection(nothing);
  CHECK(all.has_type("float"));
  CHECK(all.has_kernel("19 atomic"));
  options some = given({"--kernels", "atomic,20", "--types", "int"});
  const selection few = parse_selection(some);
  CHECK(few.has_kernel("23 packed atomic"));
  CHECK(few.has_kernel("20 last block"));
  CHECK_FALSE(few.has_kernel("CUB"));
  CHECK_FALSE(few.has_type("float"));
}

TEST_CASE("what was not asked for goes, and what the others are compared with stays") {
  const auto names_of = [](const char* kernels) {
    options some = given({"--kernels", kernels});
    group all;
    for (const char* name : {"19 atomic", "20 last block", cub_name})
      all.cases.push_back({name, {}});
    all.cases.push_back({"as one row", {}});
    all.cases.back().ceiling = true;
    keep_selected(all, parse_selection(some));
    std::string names;
    for (const kernel_case& one : all.cases) names += one.name + ";";
    return names;
  };
  CHECK(names_of("atomic") == "19 atomic;CUB;as one row;");
  CHECK(names_of("CUB") == "CUB;as one row;");
  CHECK(names_of("nothing like it") == "");
}

TEST_CASE("spread and seconds are numbers above 0") {
  options none = given({"--spread", "0"});
  CHECK_THROWS_AS(parse_number(none, "--spread", 1), usage_error);
  options word = given({"--spread", "much"});
  CHECK_THROWS_AS(parse_number(word, "--spread", 1), usage_error);
}

TEST_CASE("buffers lie side by side, and come again behind the last") {
  arena memory(10'000);
  CHECK(memory.count(1000) == 9);  // each begins at a multiple of 256
  CHECK(memory.buffer(1, 1000) == static_cast<char*>(memory.buffer(0, 1000)) + 1024);
  CHECK(memory.buffer(9, 1000) == memory.buffer(0, 1000));
}

TEST_CASE("where there is no clock of a GPU, no time is given") {
  if (!observe{}.available()) return;
  options nothing = given({});
  const auto nobody = [](const selection&, sampler&, arena&) { return std::vector<planned>{}; };
  CHECK(run(nothing, "05_reduction", 1 << 20, nobody) == set_up_missing);
}
