#include "support/near_match.hpp"

#include <doctest/doctest.h>

using namespace lockstep::tutor;

TEST_CASE("the distance counts letters inserted, deleted, replaced and swapped") {
  CHECK(edit_distance("verify", "verify") == 0);
  CHECK(edit_distance("verfy", "verify") == 1);
  CHECK(edit_distance("verifyy", "verify") == 1);
  CHECK(edit_distance("werify", "verify") == 1);
  CHECK(edit_distance("evrify", "verify") == 1);
  CHECK(edit_distance("", "verify") == 6);
}

TEST_CASE("the nearest name comes first, and far ones do not come") {
  const std::vector<std::string> commands{"list", "next", "verify", "hint", "test"};
  CHECK(near_matches("tets", commands) == std::vector<std::string>{"test"});
  CHECK(near_matches("nest", commands) == std::vector<std::string>{"next", "test"});
  CHECK(near_matches("profile", commands).empty());
}

TEST_CASE("an exercise is near by its last part or by a piece of it") {
  const std::vector<std::string> names{"05_reduction/ragged", "05_reduction/bank_conflicts"};
  CHECK(near_matches("raged", names) == std::vector<std::string>{"05_reduction/ragged"});
  CHECK(near_matches("conflicts", names) ==
        std::vector<std::string>{"05_reduction/bank_conflicts"});
}

TEST_CASE("the question names what is near, or something else is said") {
  CHECK(did_you_mean("raged", {"ragged"}, "Look at the list.") == "Did you mean ragged?");
  CHECK(did_you_mean("other", {"ragged"}, "Look at the list.") == "Look at the list.");
}
