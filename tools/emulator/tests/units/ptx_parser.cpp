#include "ptx/parser.hpp"

#include <doctest/doctest.h>

#include "ptx_text.hpp"

using namespace lockstep::ptx;
using namespace ptx_text;
using kind_t = operand::kind_t;

TEST_SUITE_BEGIN("ptx_parser");

TEST_CASE("an instruction keeps its opcode, modifiers and guard") {
  const auto p = parse_instruction("@!%p1 ld.global.L1::no_allocate.v2.f32 {%f1, %f2}, [%rd1+-8];");
  CHECK(p.first.opcode == "ld");
  CHECK(p.first.modifiers ==
        std::vector<std::string_view>{"global", "L1::no_allocate", "v2", "f32"});
  REQUIRE(p.first.guard >= 0);
  CHECK(p.kernel.registers[p.first.guard].name == "%p1");
  CHECK(p.first.guard_negated);
  REQUIRE(p.first.operands.size() == 2);
  CHECK(p.first.operands[0].kind == kind_t::list);
  CHECK(p.first.operands[0].elements.size() == 2);
  CHECK(p.first.operands[1].kind == kind_t::address);
  CHECK(p.first.operands[1].base == kind_t::reg);
  CHECK(p.first.operands[1].offset == -8);
}

TEST_CASE("registers are numbered by first use and know their type") {
  const auto p = parse_instruction("selp.b32 %r7, %r3, %r7, %p2;");
  REQUIRE(p.kernel.registers.size() == 3);
  CHECK(p.kernel.registers[0].name == "%r7");
  CHECK(p.kernel.registers[1].name == "%r3");
  CHECK(p.kernel.registers[2].type == scalar::pred);
  CHECK(p.first.operands[2].index == p.first.operands[0].index);
}

TEST_CASE("a range name<n> declares name0 to name(n-1), and the longest number counts") {
  CHECK_NOTHROW(parse_kernel(".reg .b32 t<3>; mov.u32 t0, t2;"));
  CHECK(error_of(kernel(".reg .b32 t<3>; mov.u32 t0, t3;")) != "");
  CHECK_NOTHROW(parse_kernel(".reg .b32 t1<5>; mov.u32 t14, 0;"));
}

TEST_CASE("immediates") {
  struct {
    const char* text;
    std::int64_t value;
  } const cases[] = {{"42", 42},
                     {"-2147483648", -2147483648},
                     {"0x1F", 31},
                     {"0b101", 5},
                     {"017", 15},
                     {"4294967295U", 4294967295},
                     {"0xFFFFFFFFFFFFFFFF", -1},
                     {"(1<<3)|2", 10},
                     {"-(2+3)*4", -20},
                     {"~0", -1},
                     {"(!7)", 0},
                     {"7%4", 3},
                     {"-7/2", -3},
                     {"1 ? 2 : 3", 2},
                     {"3 < 2", 0},
                     {"-1 < 0U", 0},
                     {"-8 >> 1", -4},
                     {"1 - 2 - 3", -4},
                     {"(.s64) 5", 5}};
  for (const auto& c : cases) {
    CAPTURE(c.text);
    const auto p = parse_instruction("mov.b64 %rd1, " + std::string(c.text) + ";");
    CHECK(p.first.operands[1].kind == kind_t::integer);
    CHECK(static_cast<std::int64_t>(p.first.operands[1].value) == c.value);
  }
}

TEST_CASE("fractions keep the bits and the width that they were written in") {
  struct {
    const char* text;
    int bits;
    std::uint64_t value;
  } const cases[] = {
      {"0f3F800000", 32, 0x3F800000},   {"0d3FF8000000000000", 64, 0x3FF8000000000000},
      {"1.5", 64, 0x3FF8000000000000},  {".5", 64, 0x3FE0000000000000},
      {"-1.5", 64, 0xBFF8000000000000}, {"15e-1", 64, 0x3FF8000000000000}};
  for (const auto& c : cases) {
    CAPTURE(c.text);
    const auto p = parse_instruction("mov.f32 %f1, " + std::string(c.text) + ";");
    CHECK(p.first.operands[1].kind == kind_t::real);
    CHECK(p.first.operands[1].bits == c.bits);
    CHECK(p.first.operands[1].value == c.value);
  }
}

TEST_CASE("a pair of destinations, a sink and a negated source") {
  const auto p = parse_instruction("setp.lt.and.u32 %p1|%p2, %r1, 3, !%p3;");
  CHECK(p.first.operands[0].kind == kind_t::reg);
  REQUIRE(p.first.operands[0].elements.size() == 1);
  CHECK(p.kernel.registers[p.first.operands[0].elements[0].index].name == "%p2");
  CHECK(p.first.operands[3].negated);
  const auto e = parse_instruction("elect.sync _|%p1, 0xffffffff;");
  CHECK(e.first.operands[0].kind == kind_t::sink);
  CHECK(e.first.operands[0].elements.at(0).kind == kind_t::reg);
}

TEST_CASE("special registers, with and without a component") {
  for (const std::string name : {"%tid.x", "%ctaid.z", "%laneid", "%clock64", "%envreg31",
                                 "%pm3_64", "%lanemask_lt", "%reserved_smem_offset_1", "WARP_SZ"}) {
    CAPTURE(name);
    const auto p = parse_instruction("mov.u32 %r1, " + name + ";");
    CHECK(p.first.operands[1].kind == kind_t::special);
    CHECK(p.first.operands[1].text == name);
  }
}

TEST_CASE("addresses of variables, numbers and parameters") {
  const auto global = parse_instruction("ld.global.b32 %r1, [a+4*3];", ".global .b32 a[8];");
  CHECK(global.first.operands[1].base == kind_t::variable);
  CHECK(global.first.operands[1].of_module);
  CHECK(global.first.operands[1].offset == 12);
  const auto number = parse_instruction("ld.shared.b32 %r1, [16+4];");
  CHECK(number.first.operands[1].base == kind_t::integer);
  CHECK(number.first.operands[1].value == 20);
  const auto parameter = parse_instruction("ld.param.u64 %rd1, [k_param_0];");
  CHECK_FALSE(parameter.first.operands[1].of_module);
  CHECK(parameter.first.operands[1].index == parameter.kernel.parameters.at(0));
  const auto taken = parse_instruction("mov.u64 %rd1, a+8;", ".global .b32 a[8];");
  CHECK(taken.first.operands[1].kind == kind_t::variable);
  CHECK(taken.first.operands[1].offset == 8);
}

TEST_CASE("coordinates inside an address are its elements") {
  const auto p = parse_instruction("tex.2d.v4.f32.f32 {%f1,%f2,%f3,%f4}, [%rd1, {%f5,%f6}];");
  CHECK(p.first.modifiers[0] == "2d");
  REQUIRE(p.first.operands[1].elements.size() == 1);
  CHECK(p.first.operands[1].elements[0].elements.size() == 2);
}

TEST_CASE("a vector register is as many registers in a row") {
  const auto p =
      parse_instruction(".reg .v4 .f32 v; ld.global.v4.f32 v, [%rd1]; add.f32 %f1, v.y, v.w;");
  REQUIRE(p.first.operands[0].elements.size() == 4);
  CHECK(p.kernel.body[1].operands[1].index == p.first.operands[0].elements[1].index);
  CHECK(p.kernel.body[1].operands[2].index == p.first.operands[0].elements[3].index);
}

TEST_CASE("calls: results, callee, arguments") {
  const std::string before = ".extern .func (.param .b32 r) f(.param .b64 a);";
  const auto p =
      parse_instruction("{ .param .b64 a; .param .b32 r; call.uni (r), f, (a); }\nret;", before);
  REQUIRE(p.first.operands.size() == 3);
  CHECK(p.first.operands[0].kind == kind_t::list);
  CHECK(p.first.operands[0].elements.at(0).kind == kind_t::variable);
  CHECK(p.first.operands[1].kind == kind_t::function);
  CHECK(p.first.operands[1].text == "f");
  CHECK(p.first.operands[2].elements.at(0).index == 1);

  const auto indirect = parse_instruction(
      "pr : .callprototype (.param .b32 _) _ (.param .b64 _); call (%r1), %rd1, (%rd2, 5), pr;");
  REQUIRE(indirect.first.operands.size() == 4);
  CHECK(indirect.first.operands[1].kind == kind_t::reg);
  CHECK(indirect.first.operands[2].elements.at(1).kind == kind_t::integer);
  CHECK(indirect.first.operands[3].kind == kind_t::text);
}

TEST_CASE("labels stand for positions, before or after their use") {
  const auto m = parse_kernel("A: bra B; mov.u32 %r1, 0; B: bra A; C: ret;");
  const function& k = m->functions[0];
  CHECK(k.body[0].operands[0].kind == kind_t::label);
  CHECK(k.body[0].operands[0].index == 2);
  CHECK(k.body[2].operands[0].index == 0);
}

TEST_CASE("inner scopes hide outer names: registers, variables and labels") {
  const auto m = parse_kernel(
      "mov.u32 %r1, 0; { .reg .b64 %r1; mov.u64 %r1, 1; } mov.u32 %r1, 2;\n"
      "{ L: bra L; } { bra L; L: ret; } bra L; L: ret;");
  const function& k = m->functions[0];
  CHECK(k.body[0].operands[0].index == k.body[2].operands[0].index);
  CHECK(k.body[0].operands[0].index != k.body[1].operands[0].index);
  CHECK(k.registers[k.body[1].operands[0].index].type == scalar::b64);
  CHECK(k.body[3].operands[0].index == 3);
  CHECK(k.body[4].operands[0].index == 5);
  CHECK(k.body[6].operands[0].index == 7);
}

TEST_CASE("a branch out of a scope finds the outer label") {
  const auto m = parse_kernel("{ { bra DONE; } } mov.u32 %r1, 0; DONE: ret;");
  CHECK(m->functions[0].body[0].operands[0].index == 2);
}

TEST_CASE("branch tables") {
  const auto m = parse_kernel("t: .branchtargets A, B, A; brx.idx %r1, t; A: ret; B: ret;");
  const function& k = m->functions[0];
  REQUIRE(k.branch_targets.size() == 1);
  CHECK(k.branch_target_names[0] == "t");
  CHECK(k.branch_targets[0] == std::vector<std::uint32_t>{1, 2, 1});
  CHECK(k.body[0].operands[1].kind == kind_t::text);
  CHECK(k.body[0].operands[1].text == "t");
}

TEST_CASE("variables inside a function") {
  const auto m =
      parse_kernel(".local .align 8 .b8 depot[40]; .shared .f32 tile[4][8]; mov.u64 %rd1, depot;");
  const function& k = m->functions[0];
  REQUIRE(k.variables.size() == 3);  // the parameter comes first
  CHECK(k.variables[1].space == state_space::local);
  CHECK(k.variables[1].alignment == 8);
  CHECK(k.variables[1].size == 40);
  CHECK(k.variables[2].size == 128);
  CHECK(k.variables[2].alignment == 4);
  CHECK(k.body[0].operands[1].index == 1);
}

TEST_CASE("functions: linkage, parameters, launch bounds") {
  const auto m =
      parse(header +
            ".weak .func (.param .align 8 .b8 r[16]) f(.param .b32 a, .param .u64 .ptr "
            ".global .align 4 b) .noreturn { ret; }\n"
            ".visible .entry e() .maxntid 256, 2 .reqntid 32,1,1 .minnctapersm 2 "
            ".explicitcluster .reqnctapercluster 2, 1, 1 { .pragma \"nounroll\"; ret; }\n"
            ".entry n { ret; }");
  REQUIRE(m->functions.size() == 3);
  const function& f = m->functions[0];
  CHECK(f.link == linkage::weak);
  CHECK_FALSE(f.is_entry);
  CHECK(f.variables[f.results.at(0)].size == 16);
  CHECK(f.variables[f.parameters.at(1)].alignment == 8);
  const function& e = m->functions[1];
  CHECK(e.is_entry);
  CHECK(e.max_threads[0] == 256);
  CHECK(e.max_threads[1] == 2);
  CHECK(e.max_threads[2] == 1);
  CHECK(e.required_threads[0] == 32);
  CHECK(e.cluster[0] == 2);
}

TEST_CASE("a declaration and its definition are one function") {
  const auto m = parse(
      header +
      ".visible .func f(.param .b32 a);\n.extern .func g();\n.func f(.param .b32 a) { ret; }");
  REQUIRE(m->functions.size() == 2);
  CHECK(m->functions[0].name == "f");
  CHECK_FALSE(m->functions[0].is_declaration);
  CHECK(m->functions[0].link == linkage::visible);
  CHECK(m->functions[1].is_declaration);
}

TEST_CASE("an alias is a function with the same body") {
  const auto m = parse(
      header +
      ".func f(.param .b32 a) { trap; ret; }\n.visible .func g(.param .b32 a);\n.alias g, f;");
  REQUIRE(m->functions.size() == 2);
  CHECK(m->functions[1].name == "g");
  CHECK(m->functions[1].link == linkage::visible);
  CHECK(m->functions[1].body.size() == 2);
}

TEST_CASE("the module's version and target; a trailing NUL is ignored") {
  const auto m =
      parse(".version 9.0\n.target sm_90, debug\n.address_size 64\n" + std::string(1, '\0'));
  CHECK(m->version == "9.0");
  CHECK(m->target == "sm_90, debug");
}

TEST_CASE("debug sections are passed over, whatever is in them") {
  const auto m = parse(
      header + ".section .debug_info\n{\n.b32 .debug_abbrev\n$L1:\n.b8 1,2\n}\n.global .b32 a;");
  CHECK(m->variables.size() == 1);
}

TEST_SUITE_END();
