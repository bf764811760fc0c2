#include <doctest/doctest.h>

#include <cstring>

#include "ptx/parser.hpp"
#include "ptx_text.hpp"

using namespace lockstep::ptx;
using namespace ptx_text;

TEST_SUITE_BEGIN("ptx_variables");

namespace {

template <class T>
T value_at(const variable& v, std::size_t offset) {
  T value{};
  REQUIRE(offset + sizeof value <= v.initial.size());
  std::memcpy(&value, v.initial.data() + offset, sizeof value);
  return value;
}

}  // namespace

TEST_CASE("space, linkage, alignment and size") {
  const auto m =
      parse(header +
            ".visible .global .align 16 .b8 a[12];\n.extern .shared .align 16 .b8 d[];\n"
            ".const .f64 c;\n.weak .global .v2 .f32 v;\n.global .attribute(.managed) .u32 m;");
  REQUIRE(m->variables.size() == 5);
  CHECK(m->variables[0].alignment == 16);
  CHECK(m->variables[0].size == 12);
  CHECK(m->variables[0].link == linkage::visible);
  CHECK(m->variables[1].space == state_space::shared);
  CHECK(m->variables[1].link == linkage::external);
  CHECK(m->variables[1].size == 0);
  CHECK(m->variables[2].space == state_space::constant);
  CHECK(m->variables[2].alignment == 8);
  CHECK(m->variables[3].size == 8);
  CHECK(m->variables[3].alignment == 8);
  CHECK(m->variables[4].managed);
}

TEST_CASE("initial values of each kind") {
  const auto m = parse(
      header +
      ".global .s16 s = -3;\n.global .f32 f = 0fC0200000;\n.global .f64 d = 0d40091EB851EB851F;\n"
      ".global .f32 t = 1.5;\n.global .b8 b[4] = {1, 0xFF};\n.global .u64 n = "
      "18446744073709551615;");
  CHECK(value_at<std::int16_t>(m->variables[0], 0) == -3);
  CHECK(value_at<float>(m->variables[1], 0) == -2.5f);
  CHECK(value_at<double>(m->variables[2], 0) == 3.14);
  CHECK(value_at<float>(m->variables[3], 0) == 1.5f);
  CHECK(m->variables[4].initial.size() == 2);
  CHECK(m->variables[4].size == 4);
  CHECK(value_at<std::uint64_t>(m->variables[5], 0) == UINT64_MAX);
}

TEST_CASE("nested braces fill rows; the first dimension may be left open") {
  const auto m = parse(header + ".global .s32 o[][2] = {{-1}, {0, 7}};");
  CHECK(m->variables[0].size == 16);
  CHECK(value_at<std::int32_t>(m->variables[0], 0) == -1);
  CHECK(value_at<std::int32_t>(m->variables[0], 4) == 0);
  CHECK(value_at<std::int32_t>(m->variables[0], 12) == 7);
}

TEST_CASE("addresses in initial values") {
  const auto m = parse(header +
                       ".func f();\n.global .b32 a[4];\n"
                       ".global .u64 p[4] = {7, generic(a+4)+4, a+-4, f};\n"
                       ".global .u8 q[6] = {1, 0xFF(generic(a)+8), 0XFF00(generic(a)+8), 0xFF(f), "
                       "0xFF00(f), 0xFF0000(f)};");
  const auto& p = m->variables[1].references;
  REQUIRE(p.size() == 3);
  CHECK(p[0].offset == 8);
  CHECK(p[0].symbol == "a");
  CHECK(p[0].addend == 8);
  CHECK(p[0].bytes == 8);
  CHECK(p[0].generic);
  CHECK(p[1].addend == -4);
  CHECK_FALSE(p[1].generic);
  CHECK(p[2].symbol == "f");
  const auto& q = m->variables[2].references;
  REQUIRE(q.size() == 2);
  CHECK(q[0].offset == 1);
  CHECK(q[0].bytes == 2);
  CHECK(q[0].addend == 8);
  CHECK(q[1].offset == 3);
  CHECK(q[1].bytes == 3);
  CHECK(q[1].symbol == "f");
}

TEST_CASE("an initial value may name what is declared later") {
  CHECK_NOTHROW((void)parse(header + ".global .u64 p = generic(a);\n.global .b32 a;"));
}

TEST_CASE("extern repeats a definition without harm") {
  const auto m = parse(
      header + ".extern .global .b32 a;\n.visible .global .b32 a = 3;\n.extern .global .b32 a;");
  REQUIRE(m->variables.size() == 1);
  CHECK(m->variables[0].link == linkage::visible);
  CHECK(value_at<int>(m->variables[0], 0) == 3);
}

TEST_SUITE_END();
