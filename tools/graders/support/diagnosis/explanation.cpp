#include "explanation.hpp"

#include <algorithm>

#include "contributions.hpp"
#include "flows.hpp"
#include "launches.hpp"
#include "reads.hpp"
#include "values.hpp"
#include "writes.hpp"

namespace lockstep::grader::diagnosis {

namespace {

bool something_is_wrong_with_results(const recording& seen) {
  const auto& buffers = seen.buffers();
  return std::none_of(buffers.begin(), buffers.end(), [](const named_buffer& buffer) {
    return buffer.is_input && !buffer.wrong.empty();
  });
}

// The file that results are written from, or else any that has code of the kernels that ran.
std::string file_of_kernels(const recording& seen) {
  for (std::size_t b = 0; b < seen.buffers().size(); ++b)
    for (std::size_t e = 0; e < seen.buffers()[b].elements; ++e)
      if (const auto& writers = seen.at(b, e).writers; !writers.empty())
        return seen.place_of(writers.back()).file;
  for (std::uint32_t site = 0; site < seen.all().site_count; ++site)
    if (const source_place at = seen.place_of_site(site); at.known()) return at.file;
  return {};
}

}  // namespace

explanation explain(const recording& seen) {
  if (auto found = no_kernel(seen)) return found;
  if (auto found = changed_input(seen)) return found;
  if (auto found = lost_launches(seen)) return found;
  if (auto found = launched_again(seen)) return found;
  const bool complete = seen.all().complete != 0;
  if (auto found = written_between_rows(seen)) return found;
  if (complete) {
    if (auto found = never_written(seen)) return found;
  }
  if (auto found = written_by_several(seen)) return found;
  if (complete && something_is_wrong_with_results(seen)) {
    if (auto found = never_read(seen)) return found;
    const flows flow = flows_to_results(seen);
    if (auto found = lost(seen, flow)) return found;
    if (auto found = counted_twice(seen, flow)) return found;
  }
  if (auto found = written_by_parent_and_child(seen)) return found;
  return wrong_value(seen);
}

explanation& cause_from_elsewhere() {
  static explanation cause;
  return cause;
}

explanation explain(const std::function<void()>& trial) {
  if (!can_record()) return {};
  std::vector<named_buffer>& buffers = buffers_of_trial();
  buffers.clear();
  cause_from_elsewhere() = {};
  if (!record(trial)) return {};
  if (cause_from_elsewhere()) return cause_from_elsewhere();
  const auto seen = recording::last(buffers);
  if (!seen) return {};
  explanation why = explain(*seen);
  if (!why.is_settled) why.kernels_in = file_of_kernels(*seen);
  return why;
}

explanation explain_launches(const std::function<void()>& trial, launch_plan required) {
  if (!can_record()) return {};
  std::vector<named_buffer>& buffers = buffers_of_trial();
  buffers.clear();
  if (!record(trial)) return {};
  const auto seen = recording::last(buffers);
  if (!seen) return {};
  explanation why = launches_by_kernels(*seen, required);
  why.kernels_in = file_of_kernels(*seen);
  return why;
}

}  // namespace lockstep::grader::diagnosis
