#include "draws.hpp"

#include <lockstep/data.hpp>

namespace lockstep::grader {

namespace {

std::uint64_t with(std::uint64_t place, const char* text) {
  for (; *text != '\0'; ++text) place = mix(place ^ static_cast<unsigned char>(*text));
  return place;
}

}  // namespace

void draws::begin_case(const char* suite, const char* name) {
  case_ = place_ = with(with(0, suite), name);
  trials_ = arrays_ = 0;
}

void draws::begin_trials(const char* name) { trials_ = with(mix(case_ ^ trials_), name); }

void draws::begin_trial(unsigned value) {
  place_ = mix(trials_ ^ value);
  arrays_ = 0;
}

std::uint64_t draws::next(std::uint64_t seed) { return mix(mix(seed) ^ mix(place_ + ++arrays_)); }

}  // namespace lockstep::grader
