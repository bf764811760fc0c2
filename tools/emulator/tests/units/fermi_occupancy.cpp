#include "cudart/devices/fermi_occupancy.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using namespace lockstep::cudart;

TEST_SUITE_BEGIN("occupancy of compute capability 2.0");

namespace {

block_limits limits(int threads, int registers, std::size_t shared) {
  return fermi_block_limits(find_device("c2050")->limits, threads, registers, shared);
}

int blocks(int threads, int registers, std::size_t shared) {
  const block_limits all = limits(threads, registers, shared);
  return std::min({all.warps, all.registers, all.shared_memory, all.blocks});
}

}  // namespace

// Results of NVIDIA's occupancy calculator (spreadsheet) for compute capability 2.0.
TEST_CASE("registers limit the number of blocks") {
  CHECK(blocks(256, 20, 0) == 6);  // 100 %
  CHECK(blocks(256, 21, 0) == 5);  // 83 %
  CHECK(blocks(256, 32, 0) == 4);  // 67 %
  CHECK(blocks(192, 33, 0) == 5);  // 63 %
  CHECK(blocks(256, 63, 0) == 2);  // 33 %
}

TEST_CASE("eight blocks are the most that an SM holds") {
  CHECK(blocks(128, 16, 0) == 8);
  CHECK(limits(128, 16, 0).warps == 12);
}

TEST_CASE("shared memory is allocated in units of 128 bytes") {
  CHECK(blocks(256, 16, 16384) == 3);
  CHECK(limits(32, 16, 6144).shared_memory == 8);
  CHECK(limits(32, 16, 6145).shared_memory == 7);
  CHECK(fermi_shared_share(find_device("c2050")->limits, 7) == 6912);
}

TEST_CASE("a block that has more than an SM does not fit") {
  CHECK(blocks(1024, 33, 0) == 0);
  CHECK(blocks(1025, 16, 0) == 0);
}

TEST_SUITE_END();
