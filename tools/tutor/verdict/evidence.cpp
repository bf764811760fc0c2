#include "verdict/evidence.hpp"

#include <algorithm>

#include "support/exit_code.hpp"

namespace lockstep::tutor {

bool evidence::graded() const {
  return records.ends.size() == 1 && records.ends[0].nonce == nonce && !nonce.empty() &&
         records.ends[0].cases == records.cases.size() && !records.cases.empty() &&
         records.malformed == 0;
}

bool evidence::passed_by_the_grader() const {
  return graded() && records.ends[0].passed && records.ends[0].failed == 0 &&
         std::all_of(records.cases.begin(), records.cases.end(),
                     [](const case_record& one) { return one.passed; }) &&
         end.succeeded();
}

bool evidence::could_not_begin() const {
  return end.code == static_cast<int>(exit_code::setup_missing) && !records.exercise &&
         end.results.empty();
}

}  // namespace lockstep::tutor
