// What `check` found out about a program.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "check/orders.hpp"
#include "programs/program.hpp"
#include "terminal/terminal.hpp"

namespace lockstep::tutor {

struct checked_run {
  order_of_run order;
  observed what;
  std::optional<difference> differs;  // from the first run
};

struct check_result {
  // What was asked for.
  std::vector<std::string> program;  // and its arguments, as the user named them
  std::vector<std::string> tools;
  bool every_tool = true, strict = false, in_orders = false, allow_warnings = false;

  // One; or one in each order; or two, if a kernel has locks or flags: the second is adversarial,
  bool second_order = false;
  bool cut_short = false;  // and was stopped when its time was over.
  std::vector<checked_run> runs;
  std::vector<seen_finding> findings;
  unsigned suppressed = 0;
  unsigned unstable_words = 0;  // of the output, that differ within one order
  bool unstable_output = false;

  const observed& first() const { return runs.front().what; }
  std::size_t different() const;  // runs
  // The command that shows once more what is seen in this order.
  std::string again(const order_of_run& order) const;
};

// 128 and the signal, if one ended it, or was to end it.
int exit_status(const observed& run);

// 6 if something was found, 4 if that is a time-out alone, otherwise the program's own.
int exit_code_of(const check_result& result);

// For a person: the findings, results that differ, how the program ended, and the closing line.
std::string to_text(const check_result& result, const palette& colours);
// The object of `check --json`, on several lines.
std::string to_json(const check_result& result);
// What other tools show as test results.
std::string to_junit(const check_result& result);

}  // namespace lockstep::tutor
