#include "check/result.hpp"

#include <algorithm>

#include "language/language.hpp"
#include "support/exit_code.hpp"
#include "support/text.hpp"

namespace lockstep::tutor {

std::size_t check_result::different() const {
  return static_cast<std::size_t>(std::count_if(
      runs.begin(), runs.end(), [](const checked_run& run) { return run.differs.has_value(); }));
}

std::string check_result::again(const order_of_run& order) const {
  std::vector<std::string> words{command_name(), "check"};
  if (!every_tool) words.push_back("--tool " + join(tools, ","));
  if (strict) words.emplace_back("--strict");
  words.push_back(order.options());
  words.insert(words.end(), program.begin(), program.end());
  return join(words, " ");
}

int exit_status(const observed& run) {
  if (run.interrupted_by != 0) return 128 + run.interrupted_by;
  const process_end& end = run.end;
  const bool killed =
      end.kind == process_end::how::signalled || end.kind == process_end::how::stopped;
  return killed ? 128 + end.code : end.code;
}

int exit_code_of(const check_result& result) {
  bool late = false;
  for (const auto& one : result.findings) {
    if (result.allow_warnings && one.what.is_warning()) continue;
    if (one.what.kind != protocol::finding_kind::timeout)
      return static_cast<int>(exit_code::check_found);
    late = true;
  }
  if (late) return static_cast<int>(exit_code::timed_out);
  if (result.different() != 0) return static_cast<int>(exit_code::check_found);
  return exit_status(result.first());
}

}  // namespace lockstep::tutor
