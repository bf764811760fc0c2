// Grader of 03_occupancy/occupancy_by_hand: the answer against the toolkit's cuda_occupancy.h.
#include "03_occupancy/occupancy_by_hand.hpp"

#include <lockstep/grader.hpp>
#include <lockstep/protocol/phrase.hpp>

#include <algorithm>
#include <sstream>
#include <vector>

#include "../../../chapters/03_occupancy/toolkit.hpp"

using namespace lockstep::grader;
using lockstep::protocol::phrase;

namespace {

// Those of the lesson that the header knows, and two from the years between. Sources as in
// limits.hpp; 7.0: the programming guide of CUDA 12.
std::vector<sm_limits> graded_devices() {
  std::vector<sm_limits> all = {
      {"V100", "", 7, 0, 80, 2048, 32, 65536, 255, 256, 4, 96 * KB, 96 * KB, 0, 256},
      {"A100", "a100", 8, 0, 108, 2048, 32, 65536, 255, 256, 4, 164 * KB, 163 * KB, 1 * KB, 128},
  };
  std::copy_if(std::begin(devices), std::end(devices), std::back_inserter(all),
               [](const sm_limits& sm) { return sm.major > 2; });
  std::sort(all.begin(), all.end(), [](const sm_limits& a, const sm_limits& b) {
    return 10 * a.major + a.minor < 10 * b.major + b.minor;
  });
  return all;
}

const std::vector<sm_limits> graded = graded_devices();

[[noreturn]] void reject(const sm_limits& sm, const kernel_needs& kernel, double expected,
                         double got, const char* unit) {
  std::ostringstream text;
  text << got << unit;
  throw wrong(expected_got(expected, text.str()) +
              phrase(kernel.threads == 1 ? "on-device-with-one" : "on-device-with",
                     kernel.threads == 1 ? " ({}, {} thread, {} registers, {} bytes)"
                                         : " ({}, {} threads, {} registers, {} bytes)",
                     std::string(sm.name), kernel.threads, kernel.registers, kernel.shared));
}

void require_right_blocks(const sm_limits& sm, const kernel_needs& kernel) {
  const int expected = toolkit_blocks(sm, kernel).value();
  const int got = blocks_per_sm(sm, kernel.threads, kernel.registers, kernel.shared);
  if (got != expected) reject(sm, kernel, expected, got, " blocks");
}

void require_right_occupancy(const sm_limits& sm, const kernel_needs& kernel) {
  const int warps = toolkit_blocks(sm, kernel).value() * ((kernel.threads + 31) / 32);
  const double expected = warps / (sm.threads / 32.0);
  const double got = occupancy(sm, kernel.threads, kernel.registers, kernel.shared);
  if (!lockstep::agrees(expected, got, {1e-5, 0})) reject(sm, kernel, expected, got, "");
}

// What nobody chose: `count` kernels for each device, with blocks of `threads` threads. Small needs
// are as frequent as large ones, which seldom fit more than once.
void for_random_kernels(unsigned threads, std::size_t count,
                        void (*require)(const sm_limits&, const kernel_needs&)) {
  for (const sm_limits& sm : graded) {
    const auto registers = unsigneds(count, 1, 255), most = unsigneds(count, 0, 17);
    const auto shared = unsigneds(count, 0, 255 * KB);
    for (std::size_t i = 0; i < count; ++i) {
      const unsigned bytes = shared[i] >> most[i];
      require(sm,
              {static_cast<int>(threads), static_cast<int>(registers[i]), static_cast<int>(bytes)});
    }
  }
}

const std::vector<unsigned> some_threads = {1,   31,  32,  33,  64,  65,  96,  128, 192,
                                            256, 257, 288, 384, 512, 768, 992, 993, 1024};
const std::vector<unsigned> some_registers = {1,  8,  16, 17, 24, 32,  33,  40,  41,  48, 56,
                                              63, 64, 65, 72, 96, 128, 129, 168, 169, 255};

}  // namespace

TEST_SUITE("results") {
  TEST_CASE("slots for warps and blocks") {
    const char* advice =
        "16 registers and no shared memory: only slots can run out. A warp that is not full takes\n"
        "a whole slot. Read `Occupancy by hand` in chapters/03_occupancy/README.md.";
    for_every("threads", some_threads, advice, [](unsigned threads) {
      for (const sm_limits& sm : graded)
        require_right_blocks(sm, {static_cast<int>(threads), 16, 0});
    });
  }

  TEST_CASE("registers") {
    const char* advice =
        "No shared memory. What does one warp get? How many warps fit into one partition, and how\n"
        "many into all of them? How many blocks are that?";
    for_every("registers", some_registers, advice, [](unsigned registers) {
      for (const sm_limits& sm : graded) {
        for (const unsigned threads : some_threads)
          require_right_blocks(sm, {static_cast<int>(threads), static_cast<int>(registers), 0});
      }
    });
  }

  // Around the units, around what makes 1 KB more, which the system takes from 8.0 on, a block
  // less, and around the most that a block may have: no more fits, as the system takes the rest.
  TEST_CASE("shared memory") {
    const char* advice =
        "Blocks of 128 threads, 16 registers. How much does the system reserve for a block? Is\n"
        "the sum rounded up, and to what?";
    std::vector<unsigned> sizes = {
        0,      1,       128,     129,     256,     257,     1024,    3072,    3073,   6144,
        6145,   13'568,  13'569,  27'648,  48 * KB, 49'153,  64'001,  65'536,  65'537, 98'304,
        98'305, 101'376, 101'377, 115'712, 115'713, 166'912, 166'913, 232'448, 232'449};
    for_every("bytes", sizes, advice, [](unsigned bytes) {
      for (const sm_limits& sm : graded)
        require_right_blocks(sm, {128, 16, static_cast<int>(bytes)});
    });
  }

  TEST_CASE("all resources together, for random kernels") {
    const char* advice = "Each resource sets a limit of its own. Which limit counts?";
    for_every("threads", random_sizes(20, 1024), advice,
              [](unsigned threads) { for_random_kernels(threads, 100, require_right_blocks); });
  }

  TEST_CASE("the share of the warp slots") {
    const char* advice =
        "Occupancy is resident warps / warp slots. A block whose last warp is not full has that\n"
        "warp nevertheless.";
    for_every("threads", some_threads, advice,
              [](unsigned threads) { for_random_kernels(threads, 20, require_right_occupancy); });
  }
}

TEST_SUITE("checks") {
  TEST_CASE("no check found anything") { require_no_findings(); }
}
