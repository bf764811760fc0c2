#include "cudart/observations/observations.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <tuple>
#include <utility>

#include "cudart/devices/occupancy.hpp"
#include "cudart/environment.hpp"
#include "cudart/observations/caller.hpp"
#include "cudart/observations/copy_text.hpp"
#include "cudart/observations/estimates.hpp"
#include "cudart/observations/records.hpp"
#include "cudart/runtime.hpp"
#include "cudart/streams/launch_overlap.hpp"
#include "lockstep/protocol/finding_cause.hpp"
#include "lockstep/protocol/finding_record.hpp"
#include "lockstep/protocol/finding_text.hpp"
#include "lockstep/protocol/kernel_name.hpp"
#include "lockstep/protocol/launch_record.hpp"
#include "lockstep/protocol/phrase.hpp"
#include "metrics/counters.hpp"

namespace lockstep::cudart {
namespace {

counted_record record_of(const protocol::finding& found) {
  return {"finding",
          protocol::members_without_counts(found),
          {{"count", found.count}, {"launches", found.launches}}};
}

void keep_lines(const simt::counted_grid& grid, std::uint64_t launch,
                std::vector<lockstep_line>& to) {
  for (const metrics::counted_line& one :
       metrics::counters_by_line(grid.instructions, grid.counts)) {
    lockstep_line line{};
    line.line = one.line;
    line.launch = launch;
    copy_text(line.file, one.file);
    line.counters = one.counted;
    to.push_back(line);
  }
}

// Earlier launches were estimated as if they ran alone, and now another one runs beside them.
void withdraw_estimates(std::uint64_t launch) {
  launch_overlap* const launches = launch_overlap::asked_for();
  const std::scoped_lock lock(launches->mutex);
  for (const std::uint64_t earlier : launches->recorded_as(launch))
    write_record("overlap", protocol::overlap_members(earlier, overlap_of_earlier()));
}

}  // namespace

observations::observations() : counting_(settings().counters) {}

void observations::add(const simt::counted_grid& grid) {
  const auto& [facts, options] = std::tie(grid.kernel, grid.options);
  const auto occupancy = occupancy_of(facts, options.block[0] * options.block[1] * options.block[2],
                                      options.dynamic_shared_bytes);
  const int resident = occupancy ? occupancy->blocks : 0;
  if (runtime::get().on_trial.active())
    return runtime::get().on_trial.add(estimate_of(grid, resident, false));
  lockstep_launch launch{};
  launch.struct_size = sizeof launch;
  std::copy(options.grid.begin(), options.grid.end(), launch.grid);
  std::copy(options.block.begin(), options.block.end(), launch.block);
  launch.registers = facts.registers;
  launch.shared_bytes = facts.static_shared_bytes + options.dynamic_shared_bytes;
  launch.theoretical_occupancy = occupancy ? occupancy->share : 0;
  copy_text(launch.kernel, facts.display_name);
  launch.counters = grid.counters;
  std::optional<std::uint64_t> parent;
  std::uint64_t number = 0;
  {
    const std::scoped_lock lock(mutex_);
    if (grid.parent == 0)
      index_of_.clear();  // a launch of the host: nobody's child comes after it any more
    else if (const auto known = index_of_.find(grid.parent); known != index_of_.end())
      parent = known->second;
    index_of_[grid.identity] = number = launches_.size();
    launches_.push_back(launch);
    if (counting_lines_) keep_lines(grid, launches_.size() - 1, lines_);
  }
  if (!settings().counters || runtime::get().supposed.active()) return;
  protocol::counted_launch record;
  record.kernel = launch.kernel;
  record.grid = options.grid;
  record.block = options.block;
  record.parent = parent;
  record.registers = launch.registers;
  record.shared_bytes = launch.shared_bytes;
  if (occupancy) {
    record.theoretical_occupancy = occupancy->share;
    record.occupancy_limiter = occupancy->limiter;
  }
  record.counts = grid.counters;
  record.lines = grid.lines;
  if (settings().clock != clock_setting::off) record.estimate = estimate_of(grid, resident, true);
  write_record("launch", members_of(record));
  if (record.estimate && grid.parent == 0) withdraw_estimates(number);
}

void observations::add(const protocol::finding& found) {
  if (runtime::get().supposed.active()) return runtime::get().supposed.add(found);
  {
    const std::scoped_lock lock(mutex_);
    const auto known = std::find_if(findings_.begin(), findings_.end(),
                                    [&](const auto& old) { return have_one_cause(old, found); });
    if (known == findings_.end()) {
      findings_.push_back(found);
      records_.push_back(record_of(found));
    } else if (!add_to(std::size_t(known - findings_.begin()), found)) {
      return;
    }
  }
  if (settings().quiet) return;
  const std::string text = protocol::text(found, protocol::palette_for(STDERR_FILENO));
  std::fwrite(text.data(), 1, text.size(), stderr);
}

bool observations::add_to(std::size_t index, const protocol::finding& found) {
  protocol::finding& known = findings_[index];
  const std::size_t kernels = known.also_in.size();
  const std::uint64_t launches = known.launches + found.launches;
  const bool is_worse = take_in(known, found);
  known.launches = launches;
  if (is_worse || known.also_in.size() != kernels) replace_record(index);
  if (is_worse) take_in_others(index);
  records_[index].set(0, findings_[index].count);
  records_[index].set(1, findings_[index].launches);
  return is_worse;
}

void observations::replace_record(std::size_t index) {
  records_[index].set(0, 0);  // who reads the records skips what was met 0 times
  records_[index] = record_of(findings_[index]);
}

void observations::take_in_others(std::size_t index) {
  for (std::size_t other = findings_.size(); other-- > index + 1;) {
    if (!have_one_cause(findings_[index], findings_[other])) continue;
    take_in(findings_[index], findings_[other]);
    records_[other].set(0, 0);
    findings_.erase(findings_.begin() + std::ptrdiff_t(other));
    records_.erase(records_.begin() + std::ptrdiff_t(other));
  }
}

void observations::begins(const simt::kernel_facts& kernel, bool locks) {
  if (settings().report.empty()) return;
  const std::scoped_lock lock(mutex_);
  kernel_record& known = kernels_[kernel.display_name];
  if (++known.launches > 1) return known.record.set(0, known.launches);
  known.record = counted_record("kernel", protocol::kernel_members(kernel.display_name, locks),
                                {{"launches", known.launches}});
}

std::uint64_t observations::launches() const {
  const std::scoped_lock lock(mutex_);
  return launches_.size();
}

bool observations::launch(std::uint64_t index, lockstep_launch& out) const {
  const std::scoped_lock lock(mutex_);
  if (index >= launches_.size()) return false;
  copy_out(launches_[index], out);
  return true;
}

bool observations::set_counting_lines(bool on) {
  const std::scoped_lock lock(mutex_);
  if (on) lines_.clear();
  return std::exchange(counting_lines_, on);
}

std::uint64_t observations::lines() const {
  const std::scoped_lock lock(mutex_);
  return lines_.size();
}

bool observations::line(std::uint64_t index, lockstep_line& out) const {
  const std::scoped_lock lock(mutex_);
  if (index >= lines_.size()) return false;
  copy_out(lines_[index], out);
  return true;
}

std::uint64_t observations::findings() const {
  const std::scoped_lock lock(mutex_);
  return findings_.size();
}

bool observations::finding(std::uint64_t index, lockstep_finding& out) const {
  const std::scoped_lock lock(mutex_);
  if (index >= findings_.size()) return false;
  const protocol::finding& found = findings_[index];
  lockstep_finding record{};
  record.line = found.where.line;
  copy_text(record.kind, found.kind.name());
  copy_text(record.file, found.where.file);
  copy_text(record.message, protocol::one_line(found.message));
  copy_text(record.space, found.space.name());
  copy_text(record.severity, name_of(found.severity));
  if (found.launch) {
    copy_text(record.launch_file, found.launch->from.file);
    record.launch_line = found.launch->from.line;
    copy_text(record.launch_to_blame, name_of(found.launch->to_blame));
  }
  copy_out(record, out);
  return true;
}

void report_finding(protocol::finding found) {
  if (!found.kernel.empty())
    found.message = protocol::phrase("of-kernel-does", "kernel {} {}",
                                     protocol::short_name(found.kernel), found.message);
  if (!found.where.return_addresses.empty()) find_place(found.where);
  if (found.other && !found.other->return_addresses.empty()) find_place(*found.other);
  runtime::get().observed.add(found);
}

void report_api_error(protocol::finding_kind kind, std::string message, std::string advice) {
  if (settings().memcheck)
    report_api_error(kind, call_of_program(), std::move(message), std::move(advice));
}

void report_api_error(protocol::finding_kind kind, protocol::access call, std::string message,
                      std::string advice) {
  if (!settings().memcheck) return;
  protocol::finding found;
  found.kind = kind;
  found.where = std::move(call);
  found.message = std::move(message);
  found.advice = std::move(advice);
  report_finding(std::move(found));
}

}  // namespace lockstep::cudart
