// What is to be traced, and which lanes stand together.
#include <doctest/doctest.h>

#include "trace/parts.hpp"
#include "trace/wish.hpp"

namespace {

using namespace lockstep::trace;

TEST_CASE("numbers as people write them") {
  const auto some = numbers::parse("8-9,0,2,9-11");
  REQUIRE(some);
  CHECK(some->text() == "0,2,8-11");
  CHECK(some->contains(2));
  CHECK_FALSE(some->contains(3));
  CHECK(some->contains(10));
  CHECK(some->below(9) == 3);
  CHECK(some->below(100) == 6);
  for (const char* wrong : {"", "a", "1-", "-1", "3-2", "1,", ",1", "1 2"})
    CHECK_FALSE(numbers::parse(wrong));
}

TEST_CASE("a wish survives the environment") {
  wish one;
  one.kernel = "a;b=c|(d)";
  one.blocks = *numbers::parse("3,5");
  one.steps = 7;
  one.only = kept::branches;
  const auto again = wish::parse(one.text());
  REQUIRE(again);
  CHECK(again->text() == one.text());
  CHECK(again->kernel == one.kernel);
  CHECK(wish::parse("")->text() == wish().text());
  for (const char* wrong : {"all", "steps=x", "blocks=", "only=some", "kernel=(", "x=1"})
    CHECK_FALSE(wish::parse(wrong));
}

TEST_CASE("parts split when some of their lanes run, and meet when they run together") {
  parts of(0xff);
  CHECK(of.run(0xff).met.empty());
  CHECK(of.run(0x0f).split == std::vector<lanes>{0x0f, 0xf0});
  CHECK(of.run(0x0f).split.empty());
  CHECK(of.run(0xff).met.size() == 2);
  CHECK(of.run(0xff).met.empty());
  of.part(0x03);
  of.leave(0xfc);
  CHECK(of.run(0x03).met.empty());
}

}  // namespace
