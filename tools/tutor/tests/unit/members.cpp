// Where a table of predictions has a member's value.
#include "verdict/members.hpp"

#include <doctest/doctest.h>

using lockstep::tutor::line_of_member;

namespace {

const std::string interface =
    "struct other { int tails; };\n"
    "struct ratios {\n"
    "  prediction warps;  // that are launched, all of them\n"
    "  prediction loads, stores;\n"
    "};\n"
    "extern const ratios predicted;\n";

}  // namespace

TEST_CASE("a member's value, in the order of the struct") {
  const std::string source = "// loads\nconst ratios predicted{\n  half(1, 2),\n  3,\n  4};\n";
  CHECK(line_of_member(source, interface, "warps") == 3);
  CHECK(line_of_member(source, interface, "loads") == 4);
  CHECK(line_of_member(source, interface, "stores") == 5);
}

TEST_CASE("a member's value, by its name") {
  const std::string source = "constexpr ratios predicted = {\n  .loads = 3,\n  .stores = 4,\n};\n";
  CHECK(line_of_member(source, interface, "stores") == 3);
  CHECK(line_of_member(source, interface, "warps") == 0);
}

TEST_CASE("a member's value in one line, and one that is left out") {
  const std::string source = "\nconst ratios predicted{1, 2};\n";
  CHECK(line_of_member(source, interface, "loads") == 2);
  CHECK(line_of_member(source, interface, "stores") == 0);
}

TEST_CASE("what no struct of the interface has") {
  CHECK(line_of_member("const ratios predicted{1, 2};\n", interface, "blocks") == 0);
  CHECK(line_of_member("int f();\n", interface, "loads") == 0);
}
