#include <doctest/doctest.h>
#include <lockstep/options.hpp>

#include <vector>

using namespace lockstep;

namespace {
options given(std::vector<const char*> words) {
  words.insert(words.begin(), "program");
  return options(static_cast<int>(words.size()), const_cast<char**>(words.data()));
}
}  // namespace

TEST_CASE("counts are decimal, hexadecimal or powers of two") {
  CHECK(parse_count("1000") == 1000);
  CHECK(parse_count("0x400") == 1024);
  CHECK(parse_count("2^24") == 1u << 24);
  CHECK(parse_count("0") == 0);
}

TEST_CASE("what is no count is refused with its text") {
  for (const char* text :
       {"", "many", "12k", "-1", "2^", "3^2", "2^64", "^3", " 1", "99999999999999999999"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(parse_count(text), usage_error);
  }
  CHECK_THROWS_WITH(parse_count("12k"), "not a count: '12k' (write 1000 or 2^10)");
}

TEST_CASE("an option is found in any order, and has a default") {
  auto words = given({"--block", "64", "--size", "2^10"});
  CHECK(words.count("--size", 1) == 1024);
  CHECK(words.count("--block", 1) == 64);
  CHECK(words.count("--repeats", 21) == 21);
  CHECK_NOTHROW(words.expect_no_more());
}

TEST_CASE("a word, and a flag, are there or not, and are taken") {
  auto words = given({"--csv", "--case", "null store"});
  CHECK(words.text("--case") == "null store");
  CHECK_FALSE(words.text("--case"));
  CHECK(words.flag("--csv"));
  CHECK_FALSE(words.flag("--csv"));
  CHECK_NOTHROW(words.expect_no_more());
}

TEST_CASE("an option without its value, and an unknown one, are mistakes") {
  CHECK_THROWS_WITH(given({"--size"}).count("--size", 1), "--size needs a value");
  CHECK_THROWS_WITH(given({"--sise", "3"}).expect_no_more(), "unknown option: '--sise'");
}

TEST_CASE("a flag is there or not, and takes no value") {
  auto words = given({"--csv", "--size", "3"});
  CHECK(words.flag("--csv"));
  CHECK_FALSE(words.flag("--csv"));
  CHECK(words.count("--size", 1) == 3);
  CHECK_NOTHROW(words.expect_no_more());
  CHECK(words.command() == "program --csv --size 3");
}

TEST_CASE("help is asked for by either name") {
  CHECK(given({"--size", "1", "--help"}).asks_for_help());
  CHECK(given({"-h"}).asks_for_help());
  CHECK_FALSE(given({}).asks_for_help());
}
