// The mistakes show where the lesson says, and the checks name them. Apart from the other tests,
// which are clean under all checks.
#include <doctest/doctest.h>
#include <lockstep/lockstep.hpp>
#include <lockstep/reduction/reference.hpp>

#include <cstdlib>
#include <string>

#include "mistakes.cuh"

using namespace lockstep;

namespace {

constexpr unsigned block = 128;
constexpr int foreign = 1'000'000;

const mistakes::mistake& named(const std::string& name) {
  for (const mistakes::mistake& m : mistakes::all) {
    if (m.name == name) return m;
  }
  throw std::invalid_argument("no mistake is called " + name);
}

// With `room` words of something else behind the elements.
bool right(const mistakes::mistake& m, std::size_t size, std::size_t room,
           std::vector<int>* behind = nullptr) {
  const std::vector<int> values = random_integers(size, 1, 1, 99);
  std::vector<int> memory = values;
  memory.resize(size + room, foreign);
  device_buffer<int> data(memory);
  device_buffer<int> partial(size / block + 1);
  const unsigned count =
      mistakes::launch(m, data.data(), partial.data(), static_cast<unsigned>(size), block);
  CUDA_CHECK_LAUNCH();
  int sum = 0;
  for (const int value : partial.download(count)) sum += value;
  if (behind != nullptr) {
    const auto after = data.download();
    behind->assign(after.begin() + static_cast<std::ptrdiff_t>(size), after.end());
  }
  return sum == reduction::sum_loop(values);
}

// Whether a child test, run in a fresh process with all checks on, passes.
bool passes_checked(const std::string& child) {
  const process_result result = run_again({"--test-case=child: " + child, "--no-skip"},
                                          {{"LOCKSTEP_CHECKS", "all"}, {"LOCKSTEP_QUIET", "1"}});
  return result.exit_code == 0 && result.output.find(" 1 passed") != std::string::npos;
}

// Whether the checks found such a thing in this process.
bool found(const std::string& kind) {
  for (std::uint64_t i = 0; i < detail::findings().count(); ++i) {
    lockstep_finding finding{};
    finding.struct_size = sizeof finding;
    if (detail::findings().get(i, &finding) == 0 && finding.kind == kind) return true;
  }
  return false;
}

bool can_check() {
  const bool available = detail::findings().complete();
  if (!available) MESSAGE("not checked: this back end has no checks");
  return available;
}

}  // namespace

TEST_CASE("each mistake passes a test with a power of two") {
  for (const mistakes::mistake& m : mistakes::all) {
    CAPTURE(m.name);
    CHECK(right(m, 4096, 2 * block));
  }
}

TEST_CASE("for ragged sizes each gives a wrong sum, but the one that is right by luck") {
  for (const mistakes::mistake& m : mistakes::all) {
    for (const std::size_t size : {4091u, 4095u, 4001u}) {
      CAPTURE(m.name);
      CAPTURE(size);
      CHECK(right(m, size, 2 * block) == m.right_by_luck);
    }
  }
}

TEST_CASE("off by one writes to the element behind the last; the same with >= does not") {
  std::vector<int> behind;
  right(named("if (idx > n) return;"), 4000, 2 * block, &behind);
  CHECK(behind.at(0) != foreign);
  CHECK(behind.at(1) == foreign);
  right(named("adds a partner that is not there"), 4000, 2 * block, &behind);
  CHECK(behind.at(0) == foreign);
}

TEST_CASE("one question for eight tiles loses 36 elements of 65,530; rounding down 464 of 66,000") {
  const mistakes::mistake& m = named("if (i + 7 * blockDim.x < n)");
  const auto sum_of_ones = [&](unsigned size) {
    device_buffer<int> data(std::vector<int>(size, 1));
    device_buffer<int> partial(size / 512 + 1);
    const unsigned count = mistakes::launch(m, data.data(), partial.data(), size, 512);
    CUDA_CHECK_LAUNCH();
    int sum = 0;
    for (const int value : partial.download(count)) sum += value;
    return sum;
  };
  CHECK(sum_of_ones(65'536) == 65'536);
  CHECK(sum_of_ones(65'530) == 65'530 - 36);
  CHECK(sum_of_ones(66'000) == 66'000 - 464);
  CHECK(sum_of_ones(512) == 0);
}

TEST_CASE("the recursion of the accounts is right for powers of two alone") {
  for (std::size_t size = 1; size <= 130; ++size) {
    const std::vector<int> values = random_integers(size, size, 1, 99);
    const bool power = (size & (size - 1)) == 0;
    CAPTURE(size);
    CHECK((mistakes::sum_of_powers_of_two(values) == reduction::sum_loop(values)) == power);
  }
}

TEST_CASE("child: reads past the end" * doctest::skip()) {
  try {
    right(named("adds a partner that is not there"), 4000, 0);
  } catch (const cuda_error&) {
  }
  CHECK(found("out_of_bounds"));
}
TEST_CASE("child: leaves before the barrier" * doctest::skip()) {
  right(named("return before __syncthreads()"), 4000, 0);
  CHECK(found("barrier_divergence"));
}
TEST_CASE("child: drops the tail" * doctest::skip()) {
  right(named("if (i + blockDim.x >= n) return;"), 4000, 2 * block);
  CHECK(found("uninitialized_read"));
}

TEST_CASE("child: loses elements" * doctest::skip()) {
  right(named("if (i + 7 * blockDim.x < n)"), 4000, 0);
  right(named("if (i + 7 * blockDim.x < n)"), 4200, 0);
  CHECK(detail::findings().count() == 0);
}

TEST_CASE("the checks name what the sums do not show, and elements left out they cannot see") {
  if (!can_check()) return;
  CHECK(passes_checked("reads past the end"));
  CHECK(passes_checked("leaves before the barrier"));
  CHECK(passes_checked("drops the tail"));
  CHECK(passes_checked("loses elements"));
}
