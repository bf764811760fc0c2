// Which lanes stand together.
#include <doctest/doctest.h>

#include "trace/parts.hpp"

namespace {

using namespace lockstep::trace;

TEST_CASE("parts split when some of their lanes run, and meet when they run together") {
  parts of(0xff);
  CHECK(of.run(0xff).met.empty());
  CHECK(of.run(0x0f).split == std::vector<lanes>{0x0f, 0xf0});
  CHECK(of.run(0x0f).split.empty());
  CHECK(of.run(0xff).met.size() == 2);
  CHECK(of.run(0xff).met.empty());
  of.part(0x03);
  of.leave(0xfc);
  CHECK(of.run(0x03).met.empty());
}

}  // namespace
