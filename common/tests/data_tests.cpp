#include <doctest/doctest.h>
#include <lockstep/data.hpp>

#include <algorithm>
#include <cstdlib>
#include <vector>

using namespace lockstep;

TEST_CASE("mix is splitmix64") {
  CHECK(mix(0) == 0xE220A8397B1DCDAFu);  // first output of the reference implementation, seed 0
}

TEST_CASE("the same seed gives the same values, another seed others") {
  CHECK(random_integers(1000, 42, 0, 1 << 30) == random_integers(1000, 42, 0, 1 << 30));
  CHECK(random_integers(1000, 42, 0, 1 << 30) != random_integers(1000, 43, 0, 1 << 30));
}

TEST_CASE("an element does not depend on how many there are") {
  const auto longer = random_integers(100, 7, -50, 50);
  const auto shorter = random_integers(10, 7, -50, 50);
  CHECK(std::equal(shorter.begin(), shorter.end(), longer.begin()));
}

TEST_CASE("integers reach both ends of their range and nothing beyond") {
  const auto values = random_integers(10'000, 1, -2, 3);
  CHECK(*std::min_element(values.begin(), values.end()) == -2);
  CHECK(*std::max_element(values.begin(), values.end()) == 3);
  for (int wanted = -2; wanted <= 3; ++wanted) {
    const auto times = std::count(values.begin(), values.end(), wanted);
    CHECK(times > 1500);
    CHECK(times < 1850);
  }
}

TEST_CASE("a range of one value, and the widest one") {
  CHECK(random_integers(3, 1, 5, 5) == std::vector<int>{5, 5, 5});
  const auto values = random_integers<int>(1000, 1, -2147483647 - 1, 2147483647);
  CHECK(*std::min_element(values.begin(), values.end()) < -2'000'000'000);
  CHECK(*std::max_element(values.begin(), values.end()) > 2'000'000'000);
}

TEST_CASE("an empty range is refused") {
  CHECK_THROWS_AS(random_integers(1, 1, 2, 1), std::invalid_argument);
}

TEST_CASE("reals lie in their range and are not all alike") {
  const auto values = random_reals<float>(10'000, 1, -1, 1);
  CHECK(*std::min_element(values.begin(), values.end()) >= -1.0f);
  CHECK(*std::max_element(values.begin(), values.end()) <= 1.0f);
  CHECK(*std::min_element(values.begin(), values.end()) < -0.99f);
  CHECK(*std::max_element(values.begin(), values.end()) > 0.99f);
}

TEST_CASE("a fresh seed is new, unless LOCKSTEP_SEED asks for one") {
  unsetenv("LOCKSTEP_SEED");
  CHECK(fresh_seed() != fresh_seed());
  setenv("LOCKSTEP_SEED", "0x10", 1);
  CHECK(fresh_seed() == 16);
  setenv("LOCKSTEP_SEED", "many", 1);
  CHECK_THROWS_WITH(fresh_seed(), "LOCKSTEP_SEED is not a number: many");
  unsetenv("LOCKSTEP_SEED");
}
