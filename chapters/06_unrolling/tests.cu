// Every variant gives the right sum, for every size and block, and does what its first three lines
// say.
#include <doctest/doctest.h>
#include <lockstep/lockstep.hpp>
#include <lockstep/reduction/03_interleaved.cuh>
#include <lockstep/reduction/07_first_add.cuh>
#include <lockstep/reduction/reference.hpp>
#include <lockstep/reduction/testing.cuh>

#include <algorithm>
#include <cstring>
#include <limits>
#include <numeric>
#include <string>

#include "reduce/reduce.cuh"
#include "variants.cuh"

using namespace lockstep;
using namespace lockstep::reduction;
using namespace chapter_06;

namespace {

constexpr std::size_t sizes[] = {
    0, 1, 2, 31, 32, 33, 1023, 1024, 1025, 4099, 100'003, (1 << 18) - 1, 1 << 18};
constexpr unsigned blocks[] = {64, 128, 256, 512, 1024};

// Where this chapter begins.
const variant interleaved{"03", launch_in_place<reduce_interleaved, 1>};
const variant first_add{"07", launch_shared<reduce_first_add, 2>};

const variant& named(const std::string& name) { return variant_named(variants, name); }

bool leaves_one_value(const variant& v) { return number_of(v) >= "18"; }

counters count(const variant& v, unsigned block, std::vector<launch_record>* launches = nullptr) {
  device_buffer<int> data(random_integers(1 << 20, 1, -99, 99));
  device_buffer<int> partial(data.size() / block);
  const observe scope;
  v.launch(data.data(), partial.data(), 1 << 20, block);
  CUDA_CHECK_LAUNCH();
  if (launches != nullptr) *launches = scope.launches();
  return scope.total();
}
double instructions(const variant& v) { return double(count(v, 512).warp_instructions); }

}  // namespace

TEST_CASE("every variant sums every size with every block") {
  check_sums(usable_variants(), sizes, blocks);
}

TEST_CASE("a grid that goes round several times, and one that is too small to, give the same") {
  const auto values = random_integers(100'003, 1, -99, 99);
  for (const char* name : {"15 grid stride, 1 load", "15 grid stride, 4 loads", "16 shuffle",
                           "17 vectors, 1 load", "17 vectors, 4 loads", "20 last block"}) {
    for (const unsigned times : {1u, 3u, 1000u}) {
      waves = times;
      device_buffer<int> data(values);
      device_buffer<int> partial(values.size() / 64 + 1);
      CAPTURE(name);
      CAPTURE(times);
      CHECK(reduce(named(name), data, partial, 64) == sum_loop(values));
    }
  }
  waves = 1;
}

TEST_CASE("no variant writes behind its partial sums") {
  for (const variant& v : usable_variants()) {
    for (const unsigned size : {1u, 1025u}) {
      device_buffer<unsigned> partial(40);
      partial.poison();
      device_buffer<int> data(random_integers(size, 1, -99, 99));
      const unsigned count =
          v.launch(data.data(), reinterpret_cast<int*>(partial.data()), size, 64);
      CUDA_CHECK_LAUNCH();
      CAPTURE(v.name);
      CAPTURE(size);
      const auto written = partial.download();
      CHECK((leaves_one_value(v) ? count == 1 : true));
      for (unsigned i = 0; i < count; ++i) CHECK(written[i] != 0xA5A5A5A5u);
      for (unsigned i = blocks_for(size, 64); i < written.size(); ++i) {
        CHECK(written[i] == 0xA5A5A5A5u);
      }
    }
  }
}

TEST_CASE("from 13 on the input is left as it was") {
  for (const variant& v : usable_variants()) {
    if (number_of(v) < "13") continue;
    const auto values = random_integers(5000, 1, -99, 99);
    device_buffer<int> data(values);
    device_buffer<int> partial(100);
    reduce(v, data, partial, 128);
    CAPTURE(v.name);
    CHECK(compare(values, data.download()).text == "");
  }
}

TEST_CASE("the last block is found anew in every launch: its counter goes back to zero") {
  const auto values = random_integers(100'003, 1, -99, 99);
  device_buffer<int> data(values);
  device_buffer<int> partial(values.size() / 64 + 1);
  for (const unsigned block : {64u, 128u, 64u}) {
    CHECK(reduce(named("20 last block"), data, partial, block) == sum_loop(values));
  }
}

TEST_CASE("a block size that no kernel was compiled for is refused") {
  CHECK_THROWS_AS(with_block_size(96, [](auto) {}), std::invalid_argument);
}

// Nsight Compute counts the same on an H200 for the book's kernels.
TEST_CASE("sectors per block of 512 threads: one tile more is 64 sectors more, the tree the same") {
  if (!can_count()) return;
  for (const unsigned tiles : {2u, 4u, 8u, 16u}) {
    const variant& v = named("08 unroll " + std::to_string(tiles));
    std::vector<launch_record> launches;
    const counters c = count(v, 512, &launches);
    const double blocks = launches.at(0).grid[0];
    CAPTURE(tiles);
    CHECK(blocks == (1 << 20) / 512 / tiles);
    CHECK(double(c.global_load_sectors) / blocks == 64 * tiles + 133);
    CHECK(double(c.global_store_sectors) / blocks == 64 + 67);
  }
}

TEST_CASE("what each rung is for shows in the counts") {
  if (!can_count()) return;
  const auto barriers = [](const variant& v) { return count(v, 512).barriers; };

  // Unrolling: less in all, though a warp does more.
  CHECK(instructions(named("08 unroll 2")) < 0.6 * instructions(interleaved));
  CHECK(instructions(named("08 unroll 4")) < 0.6 * instructions(named("08 unroll 2")));
  CHECK(instructions(named("08 unroll 8")) < 0.6 * instructions(named("08 unroll 4")));
  CHECK(instructions(named("08 unroll 16")) < 0.7 * instructions(named("08 unroll 8")));

  // The last warp: barriers for strides 256 to 64 (and one after the loads), not for 32 to 1.
  CHECK(barriers(named("10 last warp")) == 4 * 16 * 256);
  CHECK(barriers(named("08 unroll 8")) == 10 * 16 * 256);
  CHECK(instructions(named("10 last warp")) < 0.75 * instructions(named("08 unroll 8")));

  // No loop, then a known block size.
  CHECK(instructions(named("11 complete unroll")) < 0.95 * instructions(named("10 last warp")));
  CHECK(instructions(named("12 template")) < 0.95 * instructions(named("11 complete unroll")));
  CHECK(barriers(named("12 template")) < barriers(named("11 complete unroll")));
  CHECK(instructions(named("13 shared last warp")) < 0.75 * instructions(first_add));
  CHECK(instructions(named("14 shared template")) <
        0.8 * instructions(named("13 shared last warp")));

  // Registers in place of shared memory.
  CHECK(barriers(named("16 shuffle")) * 4 == barriers(named("15 grid stride, 4 loads")));
  const counters shuffle = count(named("16 shuffle"), 512);
  CHECK(shuffle.shared_store_requests == shuffle.warps);
}

TEST_CASE("a load of 16 bytes is a quarter of the requests, of 16 sectors each") {
  if (!can_count()) return;
  const counters by_word = count(named("16 shuffle"), 512);
  const counters by_vector = count(named("17 vectors, 4 loads"), 512);
  CHECK(by_vector.global_load_requests * 4 == by_word.global_load_requests);
  CHECK(by_vector.global_load_sectors == by_word.global_load_sectors);
  CHECK(sectors_per_load_request(by_vector).value() == 16);
}

TEST_CASE("one atomic per block, and none per element") {
  if (!can_count()) return;
  for (const char* name : {"19 atomic", "20 last block"}) {
    std::vector<launch_record> launches;
    const counters c = count(named(name), 512, &launches);
    CAPTURE(name);
    CHECK(c.atomics == launches.at(0).grid[0]);
  }
}

namespace {

// Whether a child test passes in a fresh process where lanes, warps and blocks run in that order.
// The checks are off there: what is wrong on purpose must not be found in this test's name.
bool passes_in_order(const std::string& schedule, const std::string& child) {
  const process_result result =
      run_again({"--test-case=child: " + child, "--no-skip"}, {{"LOCKSTEP_SCHEDULE", schedule},
                                                               {"LOCKSTEP_SEED", "1"},
                                                               {"LOCKSTEP_CHECKS", "none"},
                                                               {"LOCKSTEP_REPORT", ""}});
  return result.exit_code == 0 && result.output.find(" 1 passed") != std::string::npos;
}

bool is_right(const variant& v) {
  const auto values = random_integers(100'003, 1, -99, 99);
  device_buffer<int> data(values);
  device_buffer<int> partial(values.size() / 64 + 1);
  return reduce(v, data, partial, 64) == sum_loop(values);
}

}  // namespace

TEST_CASE("child: all variants" * doctest::skip()) {
  for (const variant& v : usable_variants()) {
    CAPTURE(v.name);
    CHECK(is_right(v));
  }
}
TEST_CASE("child: volatile is wrong" * doctest::skip()) { CHECK_FALSE(is_right(volatile_variant)); }

TEST_CASE("in other orders that CUDA allows, the volatile idiom is wrong, and all else right") {
  if (backend_name() == "gpu") {
    MESSAGE("not checked: a GPU runs in the order of its own");
    return;
  }
  for (const char* schedule : {"shuffled", "adversarial"}) {
    CAPTURE(schedule);
    CHECK(passes_in_order(schedule, "all variants"));
    CHECK(passes_in_order(schedule, "volatile is wrong"));
  }
  CHECK_FALSE(passes_in_order("natural", "volatile is wrong"));  // right by luck
}

namespace {

// By `reduce`, of elements from `offset` on.
template <typename Operation, typename T>
T reduced(const std::vector<T>& values, std::size_t offset, input is = input::ordered,
          std::optional<shape> how = std::nullopt) {
  static reducer reduce;
  const device_buffer<T> data(values);
  device_buffer<T> result(1);
  result.poison();
  const std::size_t size = values.size() - offset;
  if (how) {
    reduce.run<Operation>(data.data() + offset, result.data(), size, nullptr, is, *how);
  } else {
    reduce.run<Operation>(data.data() + offset, result.data(), size, nullptr, is);
  }
  CUDA_CHECK_LAUNCH();
  return result.download().at(0);
}

template <typename T>
std::vector<T> values_of(std::size_t size) {
  if constexpr (std::is_integral_v<T>) {
    return random_integers<T>(size, 1, std::is_signed_v<T> ? T(-99) : T(0), T(99));
  } else {
    return random_reals<T>(size, 1, T(-1), T(1));
  }
}

unsigned bits_of(float value) {
  unsigned bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

constexpr shape shapes[] = {{2, 0}, {4, 2}, {8, 1}, {8, 32}};

}  // namespace

TEST_CASE_TEMPLATE("reduce: sums, smallest and largest of every size, shape and start", T, int,
                   unsigned, float, double) {
  for (const std::size_t size : {0u, 1u, 5u, 1025u, 4096u, 4097u, 100'003u}) {
    for (const std::size_t offset : {0u, 1u, 3u}) {
      const auto values = values_of<T>(size + offset);
      const auto begin = values.begin() + static_cast<std::ptrdiff_t>(offset);
      const double sum = std::accumulate(begin, values.end(), 0.0);
      const double tolerance = std::is_integral_v<T> ? 0 : 1e-6 * static_cast<double>(size);
      CAPTURE(size);
      CAPTURE(offset);
      for (const shape& how : shapes) {
        for (const input is : {input::ordered, input::ready}) {
          CHECK(std::abs(double(reduced<add>(values, offset, is, how)) - sum) <= tolerance);
        }
      }
      if (size == 0) continue;
      CHECK(reduced<minimum>(values, offset) == *std::min_element(begin, values.end()));
      CHECK(reduced<maximum>(values, offset) == *std::max_element(begin, values.end()));
    }
  }
}

TEST_CASE("reduce: of nothing, the identity") {
  CHECK(reduced<add>(std::vector<int>{}, 0) == 0);
  CHECK(reduced<minimum>(std::vector<int>{}, 0) == std::numeric_limits<int>::max());
  CHECK(reduced<maximum>(std::vector<float>{}, 0) == -std::numeric_limits<float>::infinity());
}

TEST_CASE("reduce: a sum of integers wraps") {
  const std::vector<int> values{std::numeric_limits<int>::max(), 1};
  CHECK(reduced<add>(values, 0) == std::numeric_limits<int>::min());
}

TEST_CASE("reduce: sums of floats have the same bits in every order of blocks") {
  const auto values = values_of<float>(100'003);
  const float sum = reduced<add>(values, 0);
  for (int again = 0; again < 5; ++again) CHECK(reduced<add>(values, 0) == sum);
  if (!can_count()) return;
  // In a process of its own, where blocks come in another order.
  const std::string bits = std::to_string(bits_of(sum));
  const process_result shuffled =
      run_again({"--test-case=child: bits of a sum", "--no-skip", "--success"},
                {{"LOCKSTEP_SCHEDULE", "shuffled"}, {"LOCKSTEP_SEED", "1"}});
  CHECK(shuffled.output.find("sum has bits " + bits) != std::string::npos);
}

TEST_CASE("child: bits of a sum" * doctest::skip()) {
  MESSAGE("sum has bits " << bits_of(reduced<add>(values_of<float>(100'003), 0)));
}

TEST_CASE("reduce: more than 2^32 elements are refused") {
  reducer reduce;
  CHECK_THROWS_AS(reduce.run<add>(static_cast<const int*>(nullptr), static_cast<int*>(nullptr),
                                  (std::uint64_t{1} << 32) + 1),
                  std::invalid_argument);
}

TEST_CASE("the packed word and the early launch leave nothing for the next launch") {
  const auto values = random_integers(100'003, 1, -99, 99);
  device_buffer<int> data(values);
  device_buffer<int> partial(values.size() / 64 + 1);
  for (const char* name : {"23 packed atomic", "24 early launch", "25 bulk copy", "26 cluster"}) {
    if (!runs_here(named(name))) continue;
    for (const unsigned block : {64u, 512u, 64u}) {
      CAPTURE(name);
      CHECK(reduce(named(name), data, partial, block) == sum_loop(values));
    }
  }
}

TEST_CASE("what the last rungs save shows in the counts") {
  if (!can_count()) return;
  CHECK(count(named("22 redux"), 512).warp_instructions <
        count(named("19 atomic"), 512).warp_instructions);

  std::vector<launch_record> launches;
  const counters packed = count(named("23 packed atomic"), 512, &launches);
  CHECK(packed.atomics == launches.at(0).grid[0]);
  if (has_clusters()) {
    CHECK(count(named("26 cluster"), 512).atomics * cluster_blocks == packed.atomics);
  }
  CHECK(count(named("25 bulk copy"), 512).global_load_requests == 0);
}
