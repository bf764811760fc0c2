// Grader of 05_reduction/cpu_float: a sum in single precision, judged by its error.
#include "05_reduction/cpu_float.hpp"

#include <lockstep/grader.hpp>

#include <cmath>
#include <vector>

using namespace lockstep::grader;

namespace {

// Sums in pairs are off by at most log2(N) / 2^24 of the sum of absolute values, 1.2e-6 for a
// million; Kahan's by less. 4e-6 leaves room for pairs whose last level is a short loop. The plain
// loop is off by 1e-2 for a million equal numbers.
constexpr double allowed_share = 4e-6;

void require_small_error(const std::vector<float>& values) {
  double expected = 0, absolute = 0;
  for (const float value : values) {
    expected += value;
    absolute += std::abs(value);
  }
  const std::vector<float> given = values;
  const float got = run([&] { return sum(values.data(), static_cast<unsigned>(values.size())); });
  require_close(expected, got, {allowed_share * absolute, 0});
  if (values != given) throw wrong("values was changed");
}

}  // namespace

TEST_SUITE("results") {
  TEST_CASE("right for every N") {
    const char* advice =
        "The numbers are random, from 1 to 2. Is each of them added, and once? What is the sum of\n"
        "none, and what becomes of the middle one of an odd number? If only large N are wrong:\n"
        "what is left of a small number that is added to a large total?";
    for_every("N", awkward_sizes(), advice,
              [](unsigned n) { require_small_error(reals(n, 1, 2)); });
  }

  TEST_CASE("a small error for equal numbers") {
    const char* advice =
        "All numbers are 0.1. With a total of 100,000 the distance to the next float is 0.0078:\n"
        "by how much does the total grow if 0.1 is added?";
    for_every("N", {1'000, 10'000, 100'000, 1'000'000}, advice,
              [](unsigned n) { require_small_error(std::vector<float>(n, 0.1f)); });
  }

  TEST_CASE("a small error for mixed numbers") {
    const char* advice = "The numbers are random, from -1 to 1, after a first one of 10,000.";
    for_every("N", {1'001, 100'001}, advice, [](unsigned n) {
      std::vector<float> values = reals(n, -1, 1);
      values[0] = 10'000;
      require_small_error(values);
    });
  }
}
