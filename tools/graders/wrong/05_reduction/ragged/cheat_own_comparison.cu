// fails: compile: cheat_own_comparison.cu:10: defines-course(bool lockstep::agrees<int>
//
// Brings its own idea of what is equal, where the grader asks the common header.
#include <lockstep/compare.hpp>

#include "05_reduction/ragged.hpp"

namespace lockstep {
template <>
bool agrees<int>(const int&, const int&, tolerance) {
  return true;
}
}  // namespace lockstep

int sum(const int*, int*, unsigned, unsigned) { return 0; }
