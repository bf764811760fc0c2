// What an answer may ask the compiler to read.
#include "grading/refused_source.hpp"

#include <doctest/doctest.h>

#include <string>

#include "course/paths.hpp"
#include "processes/process.hpp"
#include "processes/sandbox.hpp"

using namespace lockstep::tutor;

namespace {

bool is_refused(const std::string& source) { return !violation_in_source(source).empty(); }

}  // namespace

TEST_CASE("headers are included by their names") {
  CHECK_FALSE(is_refused("#include <vector>\n#include \"05_reduction/ragged.hpp\"\n"));
  CHECK_FALSE(is_refused("#  include <cooperative_groups/reduce.h> // see /usr/include\n"));
  CHECK_FALSE(is_refused("#if __has_include(<bit>)\n#include <bit>\n#endif\n"));
  CHECK(violation_in_source("#include \"/etc/passwd\"\n").find("/etc/passwd") != std::string::npos);
}

TEST_CASE("files elsewhere are refused, however the directive is written") {
  for (const char* source :
       {"#include </dev/zero>\n", "#include \"../../other.cu\"\n", "#include <a/../../b>\n",
        "%: include \"/dev/zero\"\n", "#/*\n*/include/**/\"/dev/zero\"\n",
        "#incl\\\nude \"/dev/zero\"\n", "#include_next </dev/zero>\n", "#embed \"/dev/zero\"\n",
        "int a = 1'000;\n#include \"/dev/zero\"\n",
        "int a = 1'/*';\n#include \"/dev/zero\"\n// */\n",
        "const char* s = R\"x(\")x\";\n#include \"/x\"\n", "/* \" */\n#include \"/x\"\n",
        "#if __has_include(\"/etc/shadow\")\n#endif\n"})
    CHECK_MESSAGE(is_refused(source), source);
}

TEST_CASE("words that the exercise does without are refused in code, and nowhere else") {
  const std::vector<std::string> without = {"double"};
  CHECK(violation_in_source("float f() { double d = 0; return d; }\n", false, without) ==
        "uses `double`, but the exercise asks to do without");
  CHECK(violation_in_source("// not in double\nint doubled = 2;\n", false, without).empty());
  CHECK(violation_in_source("float f() { double d = 0; return d; }\n").empty());
}

TEST_CASE("a library that does the work is not included") {
  CHECK(is_refused("#include <cub/block/block_scan.cuh>\n"));
  CHECK(is_refused("#include <thrust/reduce.h>\n"));
  CHECK(is_refused("#include <./cub//cub.cuh>\n"));
  CHECK_FALSE(is_refused("#include <cuda/atomic>\n"));
}

TEST_CASE("what no compiler reads is no directive") {
  CHECK_FALSE(is_refused("// #include \"/x\"\n/*\n#include \"/x\"\n*/\n"));
  CHECK_FALSE(is_refused("const char* s = R\"(\n#include \"/x\"\n)\";\n"));
  CHECK_FALSE(is_refused("const char* s = \"\\\"/*\"; int x; // it's\n"));
}

TEST_CASE("a macro names no file to include, nor does the assembler") {
  const auto is_refused_anyway = [](const char* source) {
    return !violation_in_source(source, true).empty();
  };
  CHECK(is_refused("#define FILE \"/x\"\n#include FILE\n"));
  CHECK(is_refused_anyway("asm(\".incbin \\\"/x\\\"\");\n"));
  CHECK(is_refused_anyway("asm(\".include \\\"/x\\\"\");\n"));
  CHECK(is_refused_anyway("asm(\".inc\"\n\"bin \\\"/x\\\"\");\n"));
  CHECK_FALSE(is_refused_anyway("asm(\".inc\"); const char* bin = \"bin\";\n"));
}

TEST_CASE("assembler is refused, and what would hide it") {
  CHECK(violation_in_source("void f() { asm(\"\"); }\n").find("inline assembly (asm)") !=
        std::string::npos);
  for (const char* source : {"void f() { __asm__ volatile(\"\"); }\n", "#define J(a, b) a##b\n",
                             "%:define J(a, b) a%:%:b\n", "#line 3 \"other.cu\"\n",
                             "  # 3 \"other.cu\"\n", "#include <cuda/ptx>\n"}) {
    CHECK_MESSAGE(is_refused(source), source);
    CHECK_MESSAGE(violation_in_source(source, true).empty(), source);
  }
  CHECK_FALSE(is_refused("# \"\"\n"));
  CHECK_FALSE(is_refused("// asm\nconst char* s = \"asm\"; int asmx;\n#define S(x) #x\n"));
}

TEST_CASE("a byte order mark hides no directive") {
  CHECK(is_refused("\xef\xbb\xbf#include <cub/cub.cuh>\n"));
  CHECK(is_refused("\xef\xbb\xbf#line 3 \"other.cu\"\n"));
  CHECK_FALSE(is_refused("\xef\xbb\xbf#include <vector>\n"));
}

TEST_CASE("what compilers read in different ways is refused") {
  using namespace std::string_literals;
  for (const std::string& source :
       {"int a;\n// x\rasm(\"\");\n"s, "int a;\na\\\f\nsm(\"\");\n"s, "int a;\na\\\v\nsm(\"\");\n"s,
        "int a;\n\0#include <x>\n"s, "int a;\n#define A asm\r"s}) {
    CAPTURE(source);
    CHECK(violation_in_source(source).starts_with("line 2 has an invisible character"));
    CHECK(violation_in_source(source, true) == violation_in_source(source));
  }
  CHECK(violation_in_source("a\fb\n").find("(byte 0x0c)") != std::string::npos);
  CHECK_FALSE(is_refused("int a;\r\n\tint b;\r\n// \xc3\xa4\n"));
}

TEST_CASE("a line that nobody would write is not read any further") {
  const std::string line = "int a" + std::string(3000, 'a') + ";\n";
  CHECK(violation_in_source("int b;\n" + line) == "line 2 has more than 2000 bytes: split it");
  CHECK_FALSE(is_refused(("int a" + std::string(1000, 'a') + ";\n").c_str()));
}

TEST_CASE("an isolated compiler sees no files of the system's and no devices" *
          doctest::skip(!have_sandbox())) {
  const temporary_folder folder;
  sandbox_folders all;
  all.is_for_compiler = true;
  command what;
  what.arguments =
      in_sandbox({"sh", "-c", "cat /etc/passwd /dev/zero || echo nothing"}, folder.path(), all);
  what.limits = resource_limits{};
  CHECK(run(what).output.ends_with("nothing\n"));
}
