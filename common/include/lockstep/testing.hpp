// What the tests of chapters share. Needs doctest.
#pragma once

#include <doctest/doctest.h>

#include <lockstep/observe.hpp>

#include <cstdlib>
#include <string>

namespace lockstep {

// Tests of what a kernel does, rather than gives, need a back end that counts, and lanes that stay
// together where they can: other orders part them at will.
inline bool can_count() {
  const char* order = std::getenv("LOCKSTEP_SCHEDULE");
  const bool natural = order == nullptr || std::string(order) == "natural";
  const bool available = observe{}.available() && natural;
  if (!available) MESSAGE("not checked: this back end does not count, or not in this order");
  return available;
}

}  // namespace lockstep
