// What the user asked for, understood: chapters, and which of their cases.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bench/record.hpp"
#include "course/manifest.hpp"

namespace lockstep::tutor::bench {

// As typed; lists with commas.
struct wanted_cases {
  std::vector<std::string> chapters;
  std::string sizes, types, operations, residency, kernels;
  std::optional<double> spread, seconds;
  bool quick = false;  // few cases, unless others are asked for

  bool operator==(const wanted_cases&) const = default;
};

// All chapters that have a bench program, or those asked for. Throws failure (usage) where
// something is not known, with near matches.
selection choose(const wanted_cases& wanted, const manifest& course);

// Of the records of a run: those of the cases that were asked for, with what they are compared
// with, and all that are no results. What a case does not have, such as a type, leaves it in.
std::string chosen_records(std::string_view records, const selection& asked);

// "2^20,1000,2^24-2^26" as single sizes: a range has every power of two in it. Throws failure
// (usage).
std::vector<std::string> parse_sizes(const std::string& list);

}  // namespace lockstep::tutor::bench
