// A run of which a trace is taken, for `trace` and `view`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "commands/commands.hpp"
#include "trace/traced.hpp"
#include "trace/wrong_element.hpp"

namespace lockstep::tutor::commands {

// Throws failure (usage) if they are not to be understood.
protocol::trace_options trace_options_of(const trace_arguments& how);

// Why there is nothing to be seen.
std::string nothing_text(const traced_run& run, const std::string& program);

struct traced_program {
  std::string title;  // what ran
  traced_run run;
  std::string timeline;  // what the model of time simulated, an event a line
  // Of an exercise's case that fails without a finding: the element, and who wrote it.
  std::optional<wrong_element> wrong;
  std::optional<writer> wrong_by;
  std::optional<std::size_t> wrong_in;  // of run.launches: the one in which nobody writes it
  std::string failure;                  // of such a case: its name, and what it says
  std::string end;                      // how the program ended, if not well; empty: well
  int interrupted_by = 0;
};

// With all checks. If they find something in a launch, or in threads, that the options would leave
// out by their defaults, the program runs once more, and these are traced.
traced_program trace_program(const context& all, const trace_arguments& how,
                             const std::vector<std::string>& command_line);

// The case that fails of the learner's answer, or the first one. Throws failure if the answer does
// not compile.
traced_program trace_exercise(const context& all, const trace_arguments& how,
                              const exercise& exercise);

}  // namespace lockstep::tutor::commands
