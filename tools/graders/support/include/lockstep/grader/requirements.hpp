// What a trial requires of the answer. Each ends the trial with a message if it is not so.
#pragma once

#include <lockstep/compare.hpp>
#include <lockstep/grader/trials.hpp>

#include <cstddef>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

namespace lockstep::grader {

// ", 1000 times as much" or ", half as much" if `got` is that multiple of `expected`; empty if it
// is no simple one. Small numbers are often multiples of each other for no reason.
std::string ratio_in_words(double expected, double got);

// "expected 14, got 132". Any of the two may have its unit: "8.01 ms".
std::string expected_got(const std::string& expected, const std::string& got);

template <typename T, typename U>
std::string expected_got(const T& expected, const U& got) {
  std::ostringstream first, second;
  first << expected;
  second << got;
  return expected_got(first.str(), second.str());
}

template <typename T>
void require_equal(const T& expected, const T& got, tolerance allowed = {}) {
  if (agrees(expected, got, allowed)) return;
  std::string text = expected_got(expected, got);
  if constexpr (std::is_arithmetic_v<T>) text += ratio_in_words(double(expected), double(got));
  throw wrong(text);
}

// Floating point against a reference in double precision; `allowed` is part of the message.
void require_close(double expected, double got, tolerance allowed);

// `what` names the elements: "sums: element 4: expected 17, got 0".
template <typename T>
void require_equal(const std::vector<T>& expected, const std::vector<T>& got,
                   const std::string& what, tolerance allowed = {}) {
  const comparison difference = compare(expected, got, allowed);
  if (!difference) throw wrong(what + ": " + difference.text);
}

// For measured counts: "bank conflicts: 30720 measured, none allowed".
void require_at_most(const std::string& what, double bound, double measured);
void require_at_least(const std::string& what, double bound, double measured);
void require_exactly(const std::string& what, double bound, double measured);

// The answer wrote to `index`, which is outside of a buffer of `size` elements.
[[noreturn]] void reject_write_outside(const std::string& buffer, std::size_t size, long index);

}  // namespace lockstep::grader
