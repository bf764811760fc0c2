// Every variant gives the right sum, for every size and block, and does what its first three lines
// say.
#include <doctest/doctest.h>
#include <lockstep/lockstep.hpp>
#include <lockstep/reduction/reference.hpp>
#include <lockstep/reduction/testing.cuh>
#include <lockstep/reduction/variants_01_to_07.cuh>

#include <cstring>
#include <string>

#include "complexity.cuh"

using namespace lockstep;
using namespace lockstep::reduction;
using namespace chapter_05;

namespace {

constexpr std::size_t sizes[] = {0,      1, 2, 31, 32, 33, 1023, 1024, 1025, 100'003, (1 << 20) - 1,
                                 1 << 20};
constexpr unsigned blocks[] = {64, 128, 256, 512, 1024};

const variant& named(const std::string& name) { return variant_named(variants_01_to_07, name); }

// What one launch by blocks of `block` threads does, per block. 2^20 elements, so that all blocks
// are full.
struct per_block {
  double load_requests, load_sectors, store_requests, store_sectors, load_conflicts,
      store_conflicts;
  bool operator==(const per_block& other) const {
    return std::memcmp(this, &other, sizeof other) == 0;
  }
};

counters count(const variant& v, unsigned block, unsigned* launched = nullptr) {
  device_buffer<int> data(random_integers(1 << 20, 1, -99, 99));
  device_buffer<int> partial(data.size() / block);
  const observe scope;
  const unsigned grid = v.launch(data.data(), partial.data(), 1 << 20, block);
  CUDA_CHECK_LAUNCH();
  if (launched != nullptr) *launched = grid;
  return scope.total();
}

per_block count_per_block(const variant& v, unsigned block) {
  unsigned grid = 0;
  const counters c = count(v, block, &grid);
  return {double(c.global_load_requests) / grid,  double(c.global_load_sectors) / grid,
          double(c.global_store_requests) / grid, double(c.global_store_sectors) / grid,
          double(c.shared_load_conflicts) / grid, double(c.shared_store_conflicts) / grid};
}

float in_pairs(const float* values, std::size_t size) {
  if (size < 2) return size == 0 ? 0 : values[0];
  return in_pairs(values, size / 2) + in_pairs(values + size / 2, size - size / 2);
}

}  // namespace

TEST_CASE("a million tenths in float: by a loop, in pairs, compensated; the lesson's figures") {
  const std::vector<float> values(1'000'000, .1f);
  float total = 0, compensated = 0, lost = 0;
  for (const float value : values) {
    total += value;
    const float given = value - lost;
    const float next = compensated + given;
    lost = (next - compensated) - given;
    compensated = next;
  }
  CHECK(total == doctest::Approx(100'958.344).epsilon(1e-8));
  CHECK(in_pairs(values.data(), values.size()) == doctest::Approx(99'999.992).epsilon(1e-8));
  CHECK(compensated == 100'000.0f);
  const float large = 100'000'000.0f;
  CHECK((large + -large) + 1.0f == 1.0f);
  CHECK(large + (-large + 1.0f) == 0.0f);
}

TEST_CASE("the two references agree for every length, not for powers of two alone") {
  for (std::size_t size = 0; size <= 1100; ++size) {
    const auto values = random_integers(size, size, -99, 99);
    CAPTURE(size);
    REQUIRE(sum_recursive(values) == sum_loop(values));
  }
}

TEST_CASE("every variant sums every size with every block") {
  check_sums(variants_01_to_07, sizes, blocks);
}

TEST_CASE("every variant writes as many partial sums as it says, and none beyond") {
  for (const variant& v : variants_01_to_07) {
    device_buffer<unsigned> partial(20);
    partial.poison();
    device_buffer<int> data(random_integers(1025, 1, -99, 99));
    const unsigned count = v.launch(data.data(), reinterpret_cast<int*>(partial.data()), 1025, 64);
    CUDA_CHECK_LAUNCH();
    CAPTURE(v.name);
    const auto written = partial.download();
    for (unsigned i = 0; i < written.size(); ++i) {
      CAPTURE(i);
      CHECK((written[i] != 0xA5A5A5A5u) == (i < count));
    }
  }
}

TEST_CASE("the variants in shared memory leave their input as it was") {
  for (const variant& v : variants_01_to_07) {
    if (std::string(v.name) < "04") continue;
    const auto values = random_integers(5000, 1, -99, 99);
    device_buffer<int> data(values);
    device_buffer<int> partial(100);
    reduce(v, data, partial, 128);
    CAPTURE(v.name);
    CHECK(compare(values, data.download()).text == "");
  }
}

// Requests and sectors of the first three are those that Nsight Compute counts on an H200 for the
// book's kernels.
TEST_CASE("memory traffic per block of 512 threads") {
  if (!can_count()) return;
  CHECK(count_per_block(named("01 neighbored"), 512) == per_block{191, 511, 96, 256, 0, 0});
  CHECK(count_per_block(named("02 neighbored less"), 512) == per_block{41, 511, 21, 256, 0, 0});
  CHECK(count_per_block(named("03 interleaved"), 512) == per_block{41, 133, 21, 67, 0, 0});
  CHECK(count_per_block(named("04 shared neighbored"), 512) == per_block{16, 64, 1, 1, 0, 0});
  CHECK(count_per_block(named("05 shared strided"), 512) == per_block{16, 64, 1, 1, 150, 75});
  CHECK(count_per_block(named("06 shared sequential"), 512) == per_block{16, 64, 1, 1, 0, 0});
  CHECK(count_per_block(named("07 first add"), 512) == per_block{32, 128, 1, 1, 0, 0});
}

TEST_CASE(
    "bank conflicts of the strided index: 15 per block of 128 when it stores, 30 when it loads") {
  if (!can_count()) return;
  CHECK(count_per_block(named("05 shared strided"), 128) == per_block{4, 16, 1, 1, 30, 15});
}

TEST_CASE("neighbouring threads diverge less, in global and in shared memory") {
  if (!can_count()) return;
  const auto efficiency = [](const char* name) {
    return branch_efficiency(count(named(name), 512)).value();
  };
  CHECK(efficiency("01 neighbored") < 90);
  CHECK(efficiency("02 neighbored less") > 95);
  CHECK(efficiency("03 interleaved") > 95);
  CHECK(efficiency("04 shared neighbored") < 90);
  CHECK(efficiency("05 shared strided") > 95);
  CHECK(efficiency("06 shared sequential") > 95);
}

TEST_CASE(
    "instructions: fewer from 01 to 02 and from 05 to 06, little more than half from 06 to 07") {
  if (!can_count()) return;
  const auto instructions = [](const char* name) {
    return double(count(named(name), 512).warp_instructions);
  };
  CHECK(instructions("02 neighbored less") < 0.75 * instructions("01 neighbored"));
  CHECK(instructions("06 shared sequential") < 0.85 * instructions("05 shared strided"));
  CHECK(instructions("07 first add") < 0.6 * instructions("06 shared sequential"));
}

TEST_CASE("P processors: N - 1 additions, and as many steps as the theory says") {
  for (const unsigned size : {1u, 2u, 3u, 1000u, 4096u}) {
    const auto values = random_integers(size, 1, -99, 99);
    device_buffer<int> data(values);
    for (const unsigned processors : {1u, 2u, 7u, 64u, 333u, 1000u, 4096u}) {
      if (processors > size) continue;
      const complexity c = sum_by(data, processors);
      CAPTURE(size);
      CAPTURE(processors);
      CHECK(c.sum == sum_loop(values));
      CHECK(c.additions == size - 1);
      CHECK(c.steps == expected_steps(size, processors));
    }
  }
}

TEST_CASE("steps by hand: 16 numbers by 1, 4 and 16 processors") {
  CHECK(expected_steps(16, 1) == 15);
  CHECK(expected_steps(16, 4) == 3 + 2);
  CHECK(expected_steps(16, 16) == 4);
}
