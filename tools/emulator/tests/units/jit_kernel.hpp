// For tests of compiled code: a launch of 256 warps is compiled if it may be, with counters, with
// checks or without both, and must leave the interpreter's results, counters and findings.
#pragma once

#include <doctest/doctest.h>

#include <string>

#include "lockstep/protocol/finding_record.hpp"
#include "ptx_kernel.hpp"

// Operands that are special to somebody: %r1 to %r4 (also as %f1 to %f4), %rd1 to %rd3 of their
// bits. Which of them a thread gets differs from thread to thread and from block to block.
inline const std::string values =
    ".global .align 4 .b32 values[32] = {0, 1, 2, 3, 5, 31, 32, 33, 64, 127, 0x7fffffff, "
    "0x80000000, "
    "0x80000001, 0xffffffff, 0xfffffffe, 0x00800000, 0x00000001, 0x807fffff, 0x7f800000, "
    "0xff800000, 0x7fc00000, 0xffc12345, 0x7f800001, 0xffa00000, 0x3f800000, 0xbf800000, "
    "0x4f000000, 0x4f7fffff, 0xcf000000, 0x3effffff, 0x40490fdb, 0xc2f6e979};\n"
    ".global .align 128 .b32 many[256];\n";

inline std::string fetch() {
  std::string text = "mov.u64 %rd50, values;\n";
  const char* const factors[] = {"0x9e3779b1", "0x85ebca6b", "0xc2b2ae35", "0x27d4eb2f"};
  for (int i = 1; i <= 4; ++i) {
    const std::string n = std::to_string(i);
    text += std::string("mul.lo.u32 %r50, %r63, ") + factors[i - 1] +
            "; shr.u32 %r50, %r50, 27; mul.wide.u32 %rd51, %r50, 4; add.u64 %rd51, %rd51, %rd50; "
            "ld.global.u32 %r" +
            n + ", [%rd51]; mov.b32 %f" + n + ", %r" + n + ";\n";
  }
  return text +
         "cvt.u64.u32 %rd1, %r1; shl.b64 %rd1, %rd1, 32; cvt.u64.u32 %rd2, %r2; or.b64 %rd1, %rd1, "
         "%rd2; cvt.s64.s32 %rd2, %r3; cvt.u64.u32 %rd3, %r4;\n";
}

inline std::string text_of(const std::vector<lockstep::protocol::finding>& all) {
  std::string text;
  for (const auto& one : all) text += lockstep::protocol::members_of(one) + "\n";
  return text;
}

// What the checks find, which is the same.
inline std::string found_alike(const std::string& body,
                               ptx_shape shape = {.blocks = 16, .threads = 512}) {
  INFO(body);
  shape.checked = true;
  const ptx_run other = run_ptx(fetch() + body, shape, values);
  shape.may_compile = false;
  const ptx_run one = run_ptx(fetch() + body, shape, values);
  CHECK(one.out == other.out);
  CHECK(one.counts == other.counts);
  CHECK(text_of(one.outcome.noticed) == text_of(other.outcome.noticed));
  return text_of(one.outcome.noticed);
}

inline void same(const std::string& body, const ptx_shape& shape = {.blocks = 16, .threads = 512}) {
  INFO(body);
  ptx_shape interpreted = shape, compiled = shape, counted = shape;
  interpreted.may_compile = false;
  compiled.counted = false;
  const ptx_run one = run_ptx(fetch() + body, interpreted, values),
                other = run_ptx(fetch() + body, compiled, values),
                third = run_ptx(fetch() + body, counted, values);
  REQUIRE(one.outcome.findings.empty());
  CHECK(one.out == other.out);
  CHECK(one.out == third.out);
  CHECK(one.counts == third.counts);
  if (body.find("[%") != std::string::npos) found_alike(body, shape);  // has accesses of its own
}

inline const std::string fold_wide =
    "cvt.u32.u64 %r0, %rd0; shr.u64 %rd0, %rd0, 32; cvt.u32.u64 %r5, "
    "%rd0; xor.b32 %r0, %r0, %r5;";
