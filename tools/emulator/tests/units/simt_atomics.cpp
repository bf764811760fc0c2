// Atomic operations of a warp: what each lane gets and what memory has, as if the lanes had come
// one after the other, lowest first.
#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <string>

#include "ptx_kernel.hpp"

namespace {

struct operation {
  const char* name;
  std::function<std::uint32_t(std::uint32_t old, std::uint32_t operand)> of;
};

std::int32_t sign(std::uint32_t a) { return static_cast<std::int32_t>(a); }

const operation operations[] = {
    {"add.u32", [](auto a, auto b) { return a + b; }},
    {"min.u32", [](auto a, auto b) { return std::min(a, b); }},
    {"max.u32", [](auto a, auto b) { return std::max(a, b); }},
    {"min.s32", [](auto a, auto b) { return sign(a) < sign(b) ? a : b; }},
    {"max.s32", [](auto a, auto b) { return sign(a) > sign(b) ? a : b; }},
    {"and.b32", [](auto a, auto b) { return a & b; }},
    {"or.b32", [](auto a, auto b) { return a | b; }},
    {"xor.b32", [](auto a, auto b) { return a ^ b; }},
    {"exch.b32", [](auto, auto b) { return b; }},
    {"inc.u32", [](auto a, auto b) { return a >= b ? 0 : a + 1; }},
};

constexpr std::uint32_t initial = 0x80000007;
std::uint32_t operand_of(unsigned lane) { return (lane + 1) * 0x9e3779b1u; }

// Where the words are that lanes lane % places change: behind the 64 words of the output, or in s.
std::string setting(const std::string& space, unsigned places) {
  const std::string of = std::to_string(places - 1);
  std::string text =
      "mov.u32 %r0, 77; add.u32 %r1, %r60, 1; mul.lo.u32 %r2, %r1, 0x9e3779b1;\n"
      "and.b32 %r3, %r60, " +
      of + "; shl.b32 %r3, %r3, 2;\n";
  if (space == "shared") {
    text += "mov.u32 %r4, s; add.u32 %r5, %r4, %r3; st.shared.u32 [%r5], 0x80000007;\n";
  } else {
    text +=
        "cvt.u64.u32 %rd1, %r3; add.u64 %rd1, %rd60, %rd1; st.global.u32 [%rd1+256], "
        "0x80000007;\n";
  }
  return text + "bar.sync 0;\n";
}

void check(const operation& op, const std::string& space, unsigned places, std::uint32_t active,
           bool returns) {
  const std::string at = space == "shared" ? "[%r5]" : "[%rd1+256]";
  const std::string in = space == "generic" ? "" : "." + space;
  const std::string mask = std::to_string(active);
  const std::string body =
      setting(space, places) + "shr.u32 %r6, " + mask + ", %r60; and.b32 %r6, %r6, 1;\n" +
      "setp.ne.u32 %p1, %r6, 0;\n@%p1 " +
      (returns ? "atom" + in + "." + op.name + " %r0, " + at
               : "red" + in + "." + op.name + " " + at) +
      ", %r2;\nbar.sync 0;\n" +
      (space == "shared" ? "ld.shared.u32 %r7, [%r5];\n" : "ld.global.u32 %r7, [%rd1+256];\n") +
      "st.global.u32 [%rd61+128], %r7;\n";
  const ptx_run r = run_ptx(body, {.extra_words = 64});
  std::uint32_t memory[32];
  std::fill_n(memory, 32, initial);
  for (unsigned lane = 0; lane < 32; ++lane) {
    std::uint32_t& word = memory[lane % places];
    const bool is_there = (active >> lane & 1) != 0;
    CHECK(r.out[lane] == (is_there && returns ? word : 77));
    if (is_there) word = op.of(word, operand_of(lane));
  }
  for (unsigned lane = 0; lane < 32; ++lane) CHECK(r.out[32 + lane] == memory[lane % places]);
}

void check_all(const std::string& space, unsigned places, std::uint32_t active) {
  for (const operation& op : operations)
    for (const bool returns : {true, false}) {
      if (!returns && std::string(op.name) == "exch.b32") continue;
      CAPTURE(op.name);
      CAPTURE(space);
      check(op, space, places, active, returns);
    }
}

TEST_CASE("lanes at one word of global memory") { check_all("global", 1, ~0u); }
TEST_CASE("lanes at one word through a generic address") { check_all("generic", 1, ~0u); }
TEST_CASE("lanes at one word of shared memory") { check_all("shared", 1, ~0u); }
TEST_CASE("lanes at a few words") {
  for (const char* space : {"global", "generic", "shared"}) check_all(space, 4, ~0u);
}
TEST_CASE("lanes at words of their own") {
  for (const char* space : {"global", "shared"}) check_all(space, 32, ~0u);
}
TEST_CASE("lanes of which some do not take part") {
  for (const char* space : {"global", "shared"})
    for (const unsigned places : {1u, 32u}) check_all(space, places, 0x0ff3a5c6);
}

TEST_CASE("the operand may be where the result goes") {
  for (const char* at : {"global", "shared"}) {
    const std::string word = std::string(at) == "shared" ? "[%r5]" : "[%rd1+256]";
    const ptx_run r = run_ptx(
        setting(at, 1) + "atom." + at + ".add.u32 %r2, " + word + ", %r2; mov.u32 %r0, %r2;",
        {.extra_words = 64});
    std::uint32_t sum = initial;
    for (unsigned lane = 0; lane < 32; sum += operand_of(lane++)) CHECK(r.out[lane] == sum);
  }
}

TEST_CASE("an address outside is found, whether or not all lanes have it") {
  for (const std::string address : {"mov.u64 %rd2, 64;", "cvt.u64.u32 %rd2, %r60;"})
    CHECK(run_ptx(address + "red.global.add.u32 [%rd2], 1;").outcome.stopped_by.has_value());
  for (const std::string address : {"mov.u32 %r3, 1000000;", "mul.lo.u32 %r3, %r60, 400;"})
    CHECK(run_ptx(address + "red.shared.add.u32 [%r3], 1;").outcome.stopped_by.has_value());
}

}  // namespace
