#include <doctest/doctest.h>

#include "ptx/parser.hpp"
#include "ptx_text.hpp"

using namespace lockstep::ptx;
using namespace ptx_text;

TEST_SUITE_BEGIN("ptx_errors");

TEST_CASE("messages name the PTX line, what was expected and what stands there") {
  struct {
    const char* body;
    const char* message;
  } const cases[] = {
      {"add.s32 %r1, %r2", "PTX line 10: expected ',' or ';', found '}'"},
      {"mov.u32 %r1, %r99;", "PTX line 9: '%r99' is not declared"},
      {"mov.u32 %r1,\nnowhere;", "PTX line 9: 'nowhere' is not declared"},
      {"bra L;", "PTX line 9: 'L' is not declared"},
      {"{ L: ret; } bra L;", "PTX line 9: 'L' is not declared"},
      {"ret; L: L: ret;", "PTX line 9: the label 'L' stands twice in this scope"},
      {"@%r1 ret;", "PTX line 9: '%r1' guards an instruction but is not a .pred register"},
      {".reg .b32 a; .reg .b32 a;", "PTX line 9: 'a' is declared twice in this scope"},
      {".reg .b32 a<4000000000>;",
       "PTX line 9: 'a' declares 4000000000 registers, more than the 1000000 that are allowed"},
      {".reg .c32 a;", "PTX line 9: expected a type, found '.c32'"},
      {"mov.u32 %r1, 08;", "PTX line 9: '08' is not a number: digits of base 8 expected"},
      {"mov.f32 %f1, 0f123;", "PTX line 9: '0f123' is not a number: 8 hexadecimal digits expected"},
      {"mov.u32 %r1, 1/0;", "PTX line 9: a constant is divided by zero"},
      {"mov.u32 %r1, %tid.q;", "PTX line 9: '%tid' has no component '.q'"},
      {".frobnicate;", "PTX line 9: unknown directive '.frobnicate'"},
      {"brx.idx %r1, t;", "PTX line 9: 't' is not declared"},
      {"t: .branchtargets A; ret;", "PTX line 9: 'A' is not declared"},
      {".shared .b8 x[18446744073709551615];", "PTX line 9: 'x' has an impossible size"},
      {".shared .b8 x[1048576][1048576][1048576];", "PTX line 9: 'x' has an impossible size"},
      {".shared .align 3 .b8 x;", "PTX line 9: an alignment must be a power of two, not 3"},
      {"mov.u32 %r1, \x01;", "PTX line 9: unexpected character '\\x01'"},
  };
  for (const auto& c : cases) {
    CAPTURE(c.body);
    CHECK(error_of(kernel(c.body)) == c.message);
  }
}

TEST_CASE("what is wrong with a module") {
  CHECK(error_of("\x7f"
                 "ELF\x02") == "PTX line 1: unexpected character '\\x7f'");
  CHECK(error_of("int main() {}") ==
        "PTX line 1: this is not PTX: expected '.version', found 'int'");
  CHECK(error_of("") ==
        "PTX line 1: this is not PTX: expected '.version', found the end of the text");
  CHECK(error_of(header + ".global .u64 p = generic(nothing);") ==
        "PTX line 4: 'nothing' is not declared");
  CHECK(error_of(header + ".global .b8 a[1] = {1, 2};") ==
        "PTX line 4: 'a' has more initial values than elements");
  CHECK(error_of(header + ".global .b8 a;\n.global .b8 b[2] = {0xFF(a), 0xFF0000(a)};") ==
        "PTX line 5: the bytes of an address must follow each other, from 0xFF on");
  CHECK(error_of(header + ".global .b8 a;\n.global .b8 a;") == "PTX line 5: 'a' is declared twice");
  CHECK(error_of(header + ".entry a() { ret; }\n.entry a() { ret; }") ==
        "PTX line 5: the function 'a' is defined twice");
  CHECK(error_of(header + ".entry a() {\n ret;\n") ==
        "PTX line 6: the text ends inside the function 'a'");
  CHECK(error_of(header + ".section .debug_str {\n") ==
        "PTX line 4: the '{' that opens here is never closed");
  CHECK(error_of(header + "/* forever") == "PTX line 4: this comment is never closed");
  CHECK(error_of(".version 9.0\n.target sm_90\n.address_size 32\n") ==
        "PTX line 3: only 64-bit addresses are supported");
}

TEST_CASE("hostile nesting and sizes are refused, not followed") {
  CHECK(error_of(kernel(std::string(100000, '{'))).find("nested more than 64 deep") !=
        std::string::npos);
  CHECK(error_of(kernel("mov.u32 %r1, " + std::string(100000, '(') + "1;"))
            .find("nested too deeply") != std::string::npos);
  CHECK(error_of(kernel("mov.u32 %r1, " + std::string(100000, '-') + "1;"))
            .find("nested too deeply") != std::string::npos);
  CHECK(error_of(header + ".global .b8 a[2][1000000000] = {{1},{1}};").find("exceed 256 MiB") !=
        std::string::npos);
  CHECK(error_of(header + ".file 4000000000 \"a\"").find("out of range") != std::string::npos);
}

TEST_SUITE_END();
