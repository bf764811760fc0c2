// Every shape gives the right sum, for every size, and touches the sectors that its rows need.
#include <doctest/doctest.h>
#include <lockstep/testing.hpp>

#include <cmath>
#include <cstring>

#include "measure.cuh"

using namespace lockstep;

namespace {

struct extent {
  unsigned width, height;
};
constexpr extent extents[] = {{1, 1},     {31, 2},   {32, 3},   {33, 1},    {1023, 5},
                              {1024, 32}, {1025, 3}, {5, 1025}, {257, 259}, {1, 1000}};

counters count(unsigned x, unsigned y, unsigned width = 512, unsigned height = 256) {
  matrices m(width, height);
  return measure({x, y, ""}, m, 0).counted.value();
}

}  // namespace

TEST_CASE("every shape sums every size") {
  for (const extent& e : extents) {
    matrices m(e.width, e.height);
    for (const shape& s : shapes) {
      if (!s.possible()) continue;
      CAPTURE(e.width);
      CAPTURE(e.height);
      CAPTURE(s.x);
      CAPTURE(s.y);
      CHECK(measure(s, m, 0).right);
    }
  }
}

TEST_CASE("the sum is the host's, element by element, and nothing is written beyond it") {
  const auto a = random_reals<float>(33 * 7, 1, -1, 1), b = random_reals<float>(33 * 7, 2, -1, 1);
  device_buffer<float> da(a), db(b), dc(33 * 7 + 64);
  dc.poison();
  const unsigned poison = 0xA5A5A5A5u;
  sum_matrices<false><<<grid_for(33, 7, {16, 16}), dim3(16, 16)>>>(da.data(), db.data(), dc.data(),
                                                                   33, 7, nullptr);
  CUDA_CHECK_LAUNCH();
  const auto c = dc.download();
  CHECK(compare(sum_on_host(a, b), std::vector<float>(c.begin(), c.begin() + 33 * 7)).text == "");
  for (std::size_t i = 33 * 7; i < c.size(); ++i) {
    unsigned bits = 0;
    std::memcpy(&bits, &c[i], sizeof bits);
    CHECK(bits == poison);
  }
}

TEST_CASE("the comparison on the device finds one wrong element, and a NaN") {
  matrices m(1000, 3);
  m.launch({32, 8});
  CHECK(m.wrong_elements() == 0);
  const float other = 5, nan = NAN;
  CUDA_CHECK(cudaMemcpy(m.c.data() + 2999, &other, sizeof other, cudaMemcpyHostToDevice));
  CHECK(m.wrong_elements() == 1);
  CUDA_CHECK(cudaMemcpy(m.c.data(), &nan, sizeof nan, cudaMemcpyHostToDevice));
  CHECK(m.wrong_elements() == 2);
  m.c.poison();
  CHECK(m.wrong_elements() == 3000);
}

TEST_CASE("a matrix without elements is no launch") {
  matrices m(0, 0);
  CHECK(m.wrong_elements() == 0);
}

TEST_CASE("the grid covers the matrix and no block more") {
  const dim3 grid = grid_for(1025, 33, {32, 16});
  CHECK(grid.x == 33);
  CHECK(grid.y == 3);
  const dim3 exact = grid_for(1024, 32, {32, 16});
  CHECK(exact.x == 32);
  CHECK(exact.y == 2);
}

TEST_CASE("(256,8) cannot be launched, and leaves the result as it was") {
  matrices m(256, 8);
  m.c.poison();
  m.launch({256, 8});
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
  CHECK(m.wrong_elements() == 256 * 8);
  CHECK(cudaGetLastError() == cudaSuccess);
}

TEST_CASE("rows of 16 and of 8 floats are whole sectors: nothing is wasted down to 8") {
  if (!can_count()) return;
  for (const shape& s : shapes) {
    if (!s.possible() || s.x < 8) continue;
    const counters c = count(s.x, s.y);
    CAPTURE(s.x);
    CAPTURE(s.y);
    CHECK(sectors_per_load_request(c).value() == 4);
    CHECK(sectors_per_store_request(c).value() == 4);
    CHECK(global_load_efficiency(c).value() == 100);
    CHECK(global_store_efficiency(c).value() == 100);
  }
}

TEST_CASE("narrower rows cost a sector each: 50, 25, 12.5 %") {
  if (!can_count()) return;
  const auto check = [](unsigned x, unsigned y, double sectors, double efficiency) {
    const counters c = count(x, y);
    CAPTURE(x);
    CHECK(sectors_per_load_request(c).value() == sectors);
    CHECK(global_load_efficiency(c).value() == efficiency);
    CHECK(global_store_efficiency(c).value() == efficiency);
  };
  check(4, 64, 8, 50);
  check(2, 128, 16, 25);
  check(1, 256, 32, 12.5);
}

TEST_CASE("a 16-wide block in a matrix whose rows begin within a sector does waste some") {
  if (!can_count()) return;
  const counters c = count(16, 16, 516, 256);  // rows of 2064 bytes, not a multiple of 32
  CHECK(sectors_per_load_request(c).value() > 4);
  CHECK(global_load_efficiency(c).value() < 100);
}

TEST_CASE("all shapes have the same loads, and as many blocks as they have threads fewer") {
  if (!can_count()) return;
  for (const shape& s : shapes) {
    if (!s.possible()) continue;
    const counters c = count(s.x, s.y);
    CAPTURE(s.x);
    CAPTURE(s.y);
    CHECK(c.global_load_requests == 2 * 512 * 256 / 32);
    CHECK(c.global_load_bytes == 2 * 512 * 256 * 4);
    CHECK(c.warps == 512 * 256 / 32);
  }
}

TEST_CASE(
    "theoretical occupancy is the same for all shapes on an H200, and does not tell them apart") {
  if (describe_device().name != "NVIDIA H200") return;
  for (const shape& s : shapes) {
    if (s.possible()) CHECK(theoretical_occupancy(s.threads()) == 1);
  }
}
