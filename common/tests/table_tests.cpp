#include <doctest/doctest.h>
#include <lockstep/table.hpp>

#include <sstream>

using namespace lockstep;

namespace {
std::string printed(const table& t) {
  std::ostringstream out;
  t.print(out);
  return out.str();
}
}  // namespace

TEST_CASE("words go left, numbers right, units stand under their title") {
  table t({{"variant", "", align::left}, {"time", "ms"}, {"bandwidth", "GB/s"}});
  t.add({"neighbored", "0.2143", "313"});
  t.add({"less", "12.5", "4,000"});
  CHECK(printed(t) ==
        "variant       time  bandwidth\n"
        "                ms       GB/s\n"
        "─────────────────────────────\n"
        "neighbored  0.2143        313\n"
        "less          12.5      4,000\n");
}

TEST_CASE("without units there is no line for them") {
  table t({{"a"}, {"b"}});
  t.add({"1", "2"});
  CHECK(printed(t) == "a  b\n────\n1  2\n");
}

TEST_CASE("letters of more than one byte take one place") {
  CHECK(display_width("µs × größer") == 11);
  table t({{"name", "", align::left}, {"n"}});
  t.add({"größer", "1"});
  t.add({"small", "2"});
  CHECK(printed(t) == "name    n\n─────────\ngrößer  1\nsmall   2\n");
}

TEST_CASE("a row must have a cell for every column") {
  table t({{"a"}, {"b"}});
  CHECK_THROWS_AS(t.add({"1"}), std::length_error);
}

TEST_CASE("for programs: plain names, and what has a comma or a quote is quoted") {
  table t({{"call", "", align::left}, {"time", "ms"}, {"branch eff.", "%"}});
  t.add({"cudaInitDevice(0, 0, 0)", "1.5", "80"});
  t.add({"say \"no\"", "", ""});
  std::ostringstream out;
  t.print_csv(out);
  CHECK(out.str() ==
        "call,time_ms,branch_eff_percent\n"
        "\"cudaInitDevice(0, 0, 0)\",1.5,80\n"
        "\"say \"\"no\"\"\",,\n");
}

TEST_CASE("numbers for people") {
  CHECK(fixed(3.14159, 2) == "3.14");
  CHECK(fixed(std::optional<double>(), 2) == "-");
  CHECK(fixed(std::optional<double>(), 2, "no branches") == "no branches");
  CHECK(grouped(0) == "0");
  CHECK(grouped(999) == "999");
  CHECK(grouped(1000) == "1,000");
  CHECK(grouped(16777216) == "16,777,216");
}
