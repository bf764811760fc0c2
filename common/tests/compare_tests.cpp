#include <doctest/doctest.h>
#include <lockstep/compare.hpp>

#include <limits>
#include <vector>

using lockstep::agrees;
using lockstep::compare;

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

TEST_CASE("integers agree only exactly, whatever the tolerance") {
  CHECK(agrees(7, 7));
  CHECK_FALSE(agrees(1'000'000, 1'000'001, {10, 10}));
}

TEST_CASE("the tolerance is absolute plus relative to the expected value") {
  CHECK(agrees(100.0, 101.0, {0.5, 0.005}));
  CHECK_FALSE(agrees(100.0, 101.1, {0.5, 0.005}));
  CHECK_FALSE(agrees(1.0, 1.0 + 1e-15));
}

TEST_CASE("a NaN agrees with nothing, under any tolerance") {
  CHECK_FALSE(agrees(1.0, not_a_number, {infinity, 0}));
  CHECK_FALSE(agrees(not_a_number, 1.0, {infinity, 0}));
  CHECK_FALSE(agrees(not_a_number, not_a_number, {1, 1}));
}

TEST_CASE("an infinity agrees with itself alone") {
  CHECK(agrees(infinity, infinity));
  CHECK_FALSE(agrees(infinity, -infinity, {0, 1}));
  CHECK_FALSE(agrees(infinity, 1e300, {0, 1}));
  CHECK_FALSE(agrees(1e300, infinity, {1, 1}));
}

TEST_CASE("a comparison tells the first difference and how many there are") {
  const auto result = compare(std::vector<int>{1, 2, 3, 4}, std::vector<int>{1, 5, 3, 6});
  CHECK_FALSE(result);
  CHECK(result.first_difference == 1);
  CHECK(result.differences == 2);
  CHECK(result.text == "element 1: expected 2, got 5 (and 1 more of 4)");
}

TEST_CASE("characters are told as numbers") {
  CHECK(compare(std::vector<char>{1}, std::vector<char>{2}).text == "element 0: expected 1, got 2");
}

TEST_CASE("equal vectors, empty ones too, have no difference") {
  CHECK(compare(std::vector<float>{1, 2}, std::vector<float>{1, 2}));
  CHECK(compare(std::vector<int>{}, std::vector<int>{}).text.empty());
}

TEST_CASE("a missing element is a difference") {
  const auto result = compare(std::vector<int>{1, 2}, std::vector<int>{1});
  CHECK_FALSE(result);
  CHECK(result.text == "expected 2 elements, got 1");
}
