// Enumerators and their names.
#include "lockstep/protocol/named_values.hpp"

#include <doctest/doctest.h>

#include "lockstep/protocol/finding_kind.hpp"
#include "lockstep/protocol/memory_space.hpp"

using namespace lockstep::protocol;

TEST_SUITE_BEGIN("named values");

TEST_CASE("a name leads to its enumerator and back") {
  CHECK(value_named<finding_kind>("race") == finding_kind::race);
  CHECK(name_of(finding_kind::race) == "race");
  CHECK_FALSE(value_named<finding_kind>("rice"));
  CHECK(name_of(finding_kind::other).empty());
}

TEST_CASE("a recorded value compares with enumerators, and with others by its name too") {
  recorded<finding_kind> kind = finding_kind::race;
  CHECK(kind == finding_kind::race);
  CHECK(kind != finding_kind::scope);
  const auto unknown = recorded<finding_kind>::parse("rice");
  CHECK(unknown == finding_kind::other);
  CHECK(unknown.name() == "rice");
  CHECK(unknown != recorded<finding_kind>::parse("lice"));
  CHECK(recorded<finding_kind>::parse("race") == kind);
}

TEST_CASE("no name is a value of its own where there is one") {
  CHECK(recorded<memory_space>::parse("") == memory_space::none);
  CHECK(recorded<memory_space>().name().empty());
  CHECK(recorded<finding_kind>::parse("") == recorded<finding_kind>());
}

TEST_SUITE_END();
