// Grader of 05_reduction/cpu_float: a sum in single precision, judged by its error.
#include "05_reduction/cpu_float.hpp"

#include <lockstep/grader.hpp>
#include <lockstep/observe.hpp>
#include <lockstep/protocol/phrase.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

using namespace lockstep::grader;
using lockstep::protocol::phrase;

namespace {

// Sums in pairs are off by at most log2(N) / 2^24 of the sum of absolute values, 1.2e-6 for a
// million; Kahan's by less. 4e-6 leaves room for pairs whose last level is a short loop. The plain
// loop is off by 1e-2 for a million equal numbers.
constexpr double allowed_share = 4e-6;

float sum_of(const std::vector<float>& values) {
  return sum(values.data(), static_cast<unsigned>(values.size()));
}

std::string first_difference(const std::vector<float>& before, const std::vector<float>& now) {
  const auto at = std::mismatch(before.begin(), before.end(), now.begin()).first - before.begin();
  return "[" + std::to_string(at) + "]";
}

// How often each of `count` numbers goes into the sum: all others are 0.
std::string counted_wrongly(std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<float> alone(count, 0.0f);
    alone[i] = 1;
    const float times = sum_of(alone);
    if (times == 1) continue;
    const std::string one = "values[" + std::to_string(i) + "]";
    if (times == 0) return phrase("never-added", "{} is never added: ", one);
    if (times == std::floor(times) && times > 1)
      return phrase("added-often", "{} is added {} times: ", one, int(times));
    return phrase("not-added-once", "{} is not added once: ", one);
  }
  return {};
}

// What a compensated sum makes of what it loses. Of 2^24 + 3 + 1 the first addition rounds up by 1:
// 2^24 + 4 is right, and what a plain loop gives, too; with the sign the wrong way round it is 2
// more. Of 2^24 and 32 ones a plain loop loses all of them.
std::string treatment_of_lost_bits() {
  constexpr float large = 1 << 24;
  if (sum_of({large, 3, 1}) == large + 6)
    return phrase("loss-lost-twice",
                  "what an addition loses is lost twice: the correction has the wrong sign: ");
  std::vector<float> ones(33, 1.0f);
  ones[0] = large;
  if (sum_of(ones) == large)
    return phrase("loss-never-given-back", "what an addition loses is never given back: ");
  return {};
}

std::string cause_for(std::size_t size, double share_lost) {
  if (auto wrong_count = counted_wrongly(std::min<std::size_t>(size, 33)); !wrong_count.empty())
    return wrong_count;
  constexpr double most_by_rounding = 1e-2;
  return size >= 1000 && share_lost < most_by_rounding ? treatment_of_lost_bits() : "";
}

void require_small_error(const std::vector<float>& values) {
  double expected = 0, absolute = 0;
  for (const float value : values) {
    expected += value;
    absolute += std::abs(value);
  }
  const std::vector<float> given = values;
  const lockstep::observe scope;
  const float got = run([&] { return sum_of(values); });
  if (!scope.launches().empty())
    throw wrong(phrase("host-is-asked", "a kernel is launched, but the host is to add"));
  if (values != given)
    throw wrong(phrase("caller-values-changed", "the caller's values are changed: values{}",
                       first_difference(given, values)),
                "const_cast");
  try {
    require_close(expected, got, {allowed_share * absolute, 0});
  } catch (const wrong& problem) {
    throw wrong(cause_for(values.size(), std::abs(expected - got) / absolute) + problem.what());
  }
}

}  // namespace

TEST_SUITE("results") {
  TEST_CASE("right for every N") {
    const char* advice =
        "The numbers are random, from 1 to 2. Is each of them added, and once? What is the sum of\n"
        "no numbers, and where does the middle one of an odd count go? If only large N are wrong:\n"
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
