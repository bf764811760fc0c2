#include "counted_lines.hpp"

#include <lockstep/observe.hpp>
#include <lockstep/protocol/counters.hpp>

#include <algorithm>
#include <cstring>
#include <exception>
#include <set>
#include <string_view>

namespace lockstep::grader::diagnosis {

namespace {

struct line_interface {
  decltype(lockstep_count_lines)* count =
      lockstep::detail::runtime_function<decltype(lockstep_count_lines)>("lockstep_count_lines");
  decltype(lockstep_lines)* lines =
      lockstep::detail::runtime_function<decltype(lockstep_lines)>("lockstep_lines");
  decltype(lockstep_get_line)* get =
      lockstep::detail::runtime_function<decltype(lockstep_get_line)>("lockstep_get_line");
  bool complete() const { return count != nullptr && lines != nullptr && get != nullptr; }
};

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

// Kernels to compare with are the graders' own: they lie in files of that name.
bool is_of_the_answer(const lockstep_line& line) {
  return ends_with(line.file, ".cu") && !ends_with(line.file, "_kernels.cu");
}

void add_line(std::vector<lockstep_line>& to, const lockstep_line& line) {
  const auto known = std::find_if(to.begin(), to.end(), [&](const lockstep_line& one) {
    return one.line == line.line && std::strcmp(one.file, line.file) == 0;
  });
  if (known == to.end())
    to.push_back(line);
  else
    known->counters += line.counters;
}

}  // namespace

counted_run count_lines(const std::function<void()>& trial) {
  const line_interface lines;
  if (!lines.complete() || !detail::observation().complete()) return {};
  lines.count(1);
  try {
    trial();
  } catch (const std::exception&) {  // it fails again
  }
  lines.count(0);

  counted_run run;
  std::set<std::uint64_t> launches;
  for (std::uint64_t i = 0; i < lines.lines(); ++i) {
    lockstep_line line{};
    line.struct_size = sizeof line;
    if (lines.get(i, &line) != 0 || !is_of_the_answer(line)) continue;
    launches.insert(line.launch);
    add_line(run.lines, line);
  }
  for (const std::uint64_t index : launches) {
    lockstep_launch launch{};
    launch.struct_size = sizeof launch;
    if (detail::observation().get_launch(index, &launch) == 0) run.launches.push_back(launch);
  }
  return run;
}

}  // namespace lockstep::grader::diagnosis
