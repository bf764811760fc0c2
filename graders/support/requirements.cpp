#include <lockstep/grader/buffers.hpp>
#include <lockstep/grader/requirements.hpp>

#include <cmath>
#include <cstdio>

#include "findings.hpp"

namespace lockstep::grader {

namespace {

// Counts as they are, averages with two digits.
std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.*f", value == std::floor(value) ? 0 : 2, value);
  return text;
}

[[noreturn]] void reject(const char* what, double measured, const char* relation, double bound) {
  throw wrong(std::string(what) + ": " + number(measured) + ", should be " + relation +
              number(bound));
}

}  // namespace

void require_at_most(const char* what, double bound, double measured) {
  if (!(measured <= bound)) reject(what, measured, bound == 0 ? "" : "at most ", bound);
}

void require_at_least(const char* what, double bound, double measured) {
  if (!(measured >= bound)) reject(what, measured, "at least ", bound);
}

void reject_write_outside(const std::string& buffer, std::size_t size, long index) {
  throw wrong("a write outside of " + buffer + " (size " + std::to_string(size) + "): element " +
              std::to_string(index));
}

std::size_t zone_elements() { return has_checks() ? 0 : 1024; }

}  // namespace lockstep::grader
