// Which random numbers come next.
//
// An answer may remember: inputs that came again would let it give again what it once got, where it
// is only measured. So each test case, each trial of it, and each array in a trial has numbers of
// its own. They follow from the seed of the run and from these places alone: a trial that runs
// again has the same.
#pragma once

#include <cstdint>

namespace lockstep::grader {

class draws {
 public:
  void begin_case(const char* suite, const char* name);
  void begin_trials(const char* name);  // for_every, of this case
  void begin_trial(unsigned value);
  // The seed of the next array.
  std::uint64_t next(std::uint64_t seed);

 private:
  std::uint64_t case_ = 0, trials_ = 0, place_ = 0;
  std::uint64_t arrays_ = 0;  // drawn at this place
};

}  // namespace lockstep::grader
