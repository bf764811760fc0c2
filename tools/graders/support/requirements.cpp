#include <lockstep/grader/buffers.hpp>
#include <lockstep/grader/requirements.hpp>
#include <lockstep/number.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "findings.hpp"
#include "session.hpp"

namespace lockstep::grader {

namespace {

using relation = diagnosis::missed_bound::relation;

std::string printed(const char* format, double value) {
  char text[40];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

[[noreturn]] void reject(const std::string& what, relation sense, double limit, double measured,
                         const std::string& bound) {
  current_session().missed = {what, sense, measured, limit, bound};
  throw wrong(phrase("measured", "{}: {} measured, {}", protocol::note({"", what, {}}),
                     number(measured), bound));
}

}  // namespace

void require_at_most(const std::string& what, double bound, double measured) {
  record_measurement(what, "at most", bound, measured);
  if (measured <= bound) return;
  reject(what, relation::at_most, bound, measured,
         bound == 0 ? phrase("none-allowed", "none allowed")
                    : phrase("at-most", "at most {} allowed", number(bound)));
}

void require_at_least(const std::string& what, double bound, double measured) {
  record_measurement(what, "at least", bound, measured);
  if (measured >= bound) return;
  reject(what, relation::at_least, bound, measured,
         phrase("at-least", "at least {} required", number(bound)));
}

void require_exactly(const std::string& what, double bound, double measured) {
  record_measurement(what, "exactly", bound, measured);
  if (measured == bound) return;
  reject(what, relation::exactly, bound, measured, phrase("exactly", "{} required", number(bound)));
}

std::string ratio_in_words(double expected, double got) {
  constexpr double smallest = 8, exact = 1e-6;
  const double less = std::min(std::abs(expected), std::abs(got));
  const double more = std::max(std::abs(expected), std::abs(got));
  const bool are_whole = expected == std::floor(expected) && got == std::floor(got);
  if (!(less >= (are_whole ? smallest : 1e-3)) || !std::isfinite(more)) return {};
  const auto is_times = [&](double factor) {
    return std::abs(more / less - factor) < exact * factor;
  };
  const bool is_negative = (expected < 0) != (got < 0);
  if (is_negative) return is_times(1) ? ", " + phrase("negative", "the negative") : "";
  const bool is_more = std::abs(got) > std::abs(expected);
  if (is_times(2))
    return ", " + (is_more ? phrase("twice-as-much", "twice as much")
                           : phrase("half-as-much", "half as much"));
  for (const unsigned factor : {3u, 4u, 8u, 10u, 16u, 32u, 64u, 100u, 1000u, 1024u, 1'000'000u}) {
    if (!is_times(factor)) continue;
    return ", " + (is_more ? phrase("times-as-much", "{} times as much", factor)
                           : phrase("part-of-that", "1/{} of that", factor));
  }
  return {};
}

std::string expected_got(const std::string& expected, const std::string& got) {
  return phrase("expected-got", "expected {}, got {}", expected, got);
}

void require_close(double expected, double got, tolerance allowed) {
  if (agrees(expected, got, allowed)) return;
  const double most = allowed.absolute + allowed.relative * std::abs(expected);
  const std::string text = phrase("not-close", "expected {}, got {} ({} off; at most {} allowed)",
                                  printed("%.9g", expected), printed("%.9g", got),
                                  printed("%.3g", std::abs(expected - got)), printed("%.3g", most));
  throw wrong(text + ratio_in_words(expected, got));
}

void reject_write_outside(const std::string& buffer, std::size_t size, long index) {
  throw wrong(
      phrase("write-outside", "a write outside of {} (size {}): element {}", buffer, size, index));
}

std::size_t zone_elements() { return all_checks_are_on() ? 0 : 1024; }

}  // namespace lockstep::grader
