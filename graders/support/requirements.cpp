#include <lockstep/grader/buffers.hpp>
#include <lockstep/grader/requirements.hpp>

#include "findings.hpp"

namespace lockstep::grader {

namespace {

[[noreturn]] void reject(const char* what, double measured, const char* relation, double bound) {
  std::ostringstream text;
  text.precision(10);
  text << what << ": " << measured << ", should be " << relation << bound;
  throw wrong(text.str());
}

}  // namespace

void require_at_most(const char* what, double bound, double measured) {
  if (!(measured <= bound)) reject(what, measured, bound == 0 ? "" : "at most ", bound);
}

void require_at_least(const char* what, double bound, double measured) {
  if (!(measured >= bound)) reject(what, measured, "at least ", bound);
}

void reject_write_outside(const std::string& buffer, std::size_t size, long index) {
  throw wrong("a write outside of " + buffer + ", which has " + std::to_string(size) +
              " elements: element " + std::to_string(index) + " was changed");
}

std::size_t zone_elements() { return has_checks() ? 0 : 1024; }

}  // namespace lockstep::grader
