// What the dynamic loader says of a program's libraries.
#include "programs/libraries.hpp"

#include <doctest/doctest.h>

using namespace lockstep::tutor;

TEST_SUITE_BEGIN("libraries");

TEST_CASE("libraries that are found, that are missing, and lines that name none") {
  const auto libraries = parse_loader_trace(
      "\tlinux-vdso.so.1 (0x00007ffd1)\n"
      "\tlibcuda.so.1 => not found\n"
      "\tlibm.so.6 => /lib/a folder (old)/libm.so.6 (0x00007f0e2)\n"
      "\t/lib64/ld-linux-x86-64.so.2 (0x00007f0e3)");
  REQUIRE(libraries.size() == 2);
  CHECK(libraries[0] == loaded_library{"libcuda.so.1", ""});
  CHECK(libraries[1] == loaded_library{"libm.so.6", "/lib/a folder (old)/libm.so.6"});
}
