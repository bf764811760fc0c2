// What Nsight Compute writes: numbers, and complaints.
#include "profile/ncu.hpp"

#include <doctest/doctest.h>

#include "profile/hardware.hpp"

using namespace lockstep::tutor;

TEST_CASE("launches in ncu's CSV: shapes, numbers with and without thousands, no number") {
  const auto launches = parse_hardware(
      "==PROF== Connected to process 7\n"
      "\"ID\",\"Kernel Name\",\"Block Size\",\"Grid Size\",\"a__b.sum\",\"c__d.pct\",\"e__f\"\n"
      "\"\",\"\",\"\",\"\",\"ns\",\"%\",\"\"\n"
      "\"0\",\"_Z6reduceILj512EEvPiS0_j\",\"(64, 2, 1)\",\"(32768, 1, "
      "1)\",\"1,234,567\",\"12.5\",\"n/a\"\n"
      "==PROF== Disconnected from process 7\n"
      "\"1\",\"l()\",\"(1, 1, 1)\",\"(7, 8, 9)\",\"0\",\"100\",\"3\"\n");
  REQUIRE(launches.size() == 2);
  CHECK(launches[0].kernel == "void reduce<512u>(int*, int*, unsigned int)");
  CHECK(launches[0].block == dimensions{64, 2, 1});
  CHECK(launches[0].values ==
        std::map<std::string, double>{{"a__b.sum", 1234567}, {"c__d.pct", 12.5}});
  CHECK(launches[1].grid == dimensions{7, 8, 9});
  CHECK(launches[1].values.at("e__f") == 3);
}

TEST_CASE("a kernel of one source file has the name that the source gives it") {
  const auto launches = parse_hardware(
      "\"ID\",\"Kernel Name\"\n"
      "\"0\",\"__nv_static_30__0b177329_9_limits_cu_3398a441__ZN12_GLOBAL__N_15countEPi\"\n");
  REQUIRE(launches.size() == 1);
  CHECK(launches[0].kernel == "(anonymous namespace)::count(int*)");
}

TEST_CASE("no CSV, no launches") { CHECK(parse_hardware("==WARNING== No kernels\n").empty()); }
