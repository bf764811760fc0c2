// Shared memory that half-warps access in steps of their own.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "metrics/access.hpp"
#include "ptx_kernel.hpp"

namespace {

// Addresses as the halves of a warp have them: first, and from lane to lane, in bytes.
struct half {
  unsigned first, step;
};

// %r2: the lane's address in s. The steps are no constants, so that nothing is known beforehand.
std::string address_of(half low, half high) {
  const auto of = [](half h) {
    return "and.b32 %r4, %r60, 15; mad.lo.u32 %r3, %r4, " + std::to_string(h.step) + ", " +
           std::to_string(h.first) + ";\n";
  };
  return "mov.u32 %r1, s; setp.lt.u32 %p1, %r60, 16;\n" + of(low) + "mov.u32 %r5, %r3;\n" +
         of(high) + "selp.u32 %r3, %r5, %r3, %p1; add.u32 %r2, %r1, %r3;\n";
}

unsigned offset_of(unsigned lane, half low, half high) {
  const half h = lane < 16 ? low : high;
  return h.first + lane % 16 * h.step;
}

// s[i] = 100 + i, for 1024 words.
const std::string fill =
    "mov.u32 %r10, 0;\nagain: mad.lo.u32 %r11, %r10, 32, %r60; shl.b32 %r12, %r11, 2;\n"
    "mov.u32 %r13, s; add.u32 %r12, %r12, %r13; add.u32 %r14, %r11, 100;\n"
    "st.shared.u32 [%r12], %r14; add.u32 %r10, %r10, 1; setp.lt.u32 %p3, %r10, 32;\n"
    "@%p3 bra again; bar.sync 0;\n";

const half by_words[] = {{0, 4}, {64, 4}, {128, 4}, {512, 4}, {256, 0}, {8, 0}, {60, 8}, {96, 12}};

TEST_CASE("each half of a warp loads words side by side, or one word") {
  for (const bool counted : {false, true})
    for (const half low : by_words)
      for (const half high : by_words) {
        const ptx_run r = run_ptx(fill + address_of(low, high) + "ld.shared.u32 %r0, [%r2+4];\n",
                                  {.counted = counted});
        for (unsigned lane = 0; lane < 32; ++lane)
          REQUIRE(r.out[lane] == 101 + offset_of(lane, low, high) / 4);
      }
}

TEST_CASE("eight bytes a lane are loaded in halves, too") {
  for (const half low : {half{0, 8}, half{256, 0}, half{64, 16}})
    for (const half high : {half{128, 8}, half{0, 8}, half{40, 0}}) {
      const ptx_run r = run_ptx(
          fill + address_of(low, high) + "ld.shared.u64 %rd1, [%r2]; cvt.u32.u64 %r0, %rd1;\n",
          {.counted = false});
      for (unsigned lane = 0; lane < 32; ++lane)
        REQUIRE(r.out[lane] == 100 + offset_of(lane, low, high) / 4);
    }
}

TEST_CASE("where halves store to the same words, the lowest lane's value stays") {
  for (const half low : by_words)
    for (const half high : by_words) {
      const ptx_run r =
          run_ptx(fill + address_of(low, high) +
                      "st.shared.u32 [%r2], %r60; bar.sync 0; ld.shared.u32 %r0, [%r2];\n",
                  {.counted = false});
      for (unsigned lane = 0; lane < 32; ++lane) {
        unsigned lowest = 0;
        while (offset_of(lowest, low, high) != offset_of(lane, low, high)) ++lowest;
        REQUIRE(r.out[lane] == lowest);
      }
    }
}

TEST_CASE("halves that lie partly outside, or not at words, are found") {
  for (const half bad : {half{4096 - 60, 4}, half{4096, 0}, half{2, 4}, half{6, 0}})
    for (const bool is_low : {false, true})
      for (const std::string op : {"ld.shared.u32 %r0, [%r2];\n", "st.shared.u32 [%r2], %r60;\n"}) {
        const half good{0, 4};
        const std::string body = is_low ? address_of(bad, good) : address_of(good, bad);
        CHECK(run_ptx(body + op, {.counted = false}).outcome.stopped_by.has_value());
      }
}

TEST_CASE("conflicts between halves are those of the lanes") {
  for (const half low : by_words)
    for (const half high : by_words) {
      const ptx_run r = run_ptx(address_of(low, high) + "ld.shared.u32 %r0, [%r2];\n");
      std::uint64_t address[32];
      for (unsigned lane = 0; lane < 32; ++lane) address[lane] = offset_of(lane, low, high);
      CHECK(r.outcome.counters.shared_load_requests == 1);
      CHECK(r.outcome.counters.shared_load_conflicts ==
            lockstep::metrics::bank_conflicts(address, ~0u, 4));
    }
}

TEST_CASE("words of two halves conflict as their lanes do") {
  using lockstep::metrics::bank_conflicts;
  for (unsigned first = 0; first < 32; ++first)
    for (unsigned second = 0; second < 128; ++second)
      for (const unsigned a : {1u, 16u})
        for (const unsigned b : {1u, 16u}) {
          std::uint64_t address[32];
          for (unsigned lane = 0; lane < 16; ++lane) {
            address[lane] = 4 * (first + std::min(lane, a - 1));
            address[16 + lane] = 4 * (second + std::min(lane, b - 1));
          }
          REQUIRE(bank_conflicts({first, a}, {second, b}) == bank_conflicts(address, ~0u, 4));
        }
}

}  // namespace
