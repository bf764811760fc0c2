// What was seen of this process's kernels: counted launches and findings, for the observation
// interface and the report.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "cudart/observations/records.hpp"
#include "lockstep/protocol/counters.hpp"
#include "lockstep/protocol/finding.hpp"
#include "simt/launch.hpp"

namespace lockstep::cudart {

class observations {
 public:
  observations();

  bool counting() const { return counting_; }
  bool set_counting(bool on) { return counting_.exchange(on); }
  // Of counted launches, keeps the lines, too; forgets those kept before.
  bool set_counting_lines(bool on);

  // Keeps a counted launch, and writes its record if the user asked for records of launches.
  void add(const simt::counted_grid& grid);
  // Keeps, prints and records a finding; one that was seen before only adds to its counts.
  void add(const protocol::finding& found);
  // A grid of this kernel begins: counts it, for the report.
  void begins(const simt::kernel_facts& kernel, bool locks);

  std::uint64_t launches() const;
  bool launch(std::uint64_t index, lockstep_launch& out) const;
  std::uint64_t lines() const;
  bool line(std::uint64_t index, lockstep_line& out) const;
  std::uint64_t findings() const;
  bool finding(std::uint64_t index, lockstep_finding& out) const;

 private:
  // Adds to a finding with the same cause; whether that shows the new one from now on.
  bool add_to(std::size_t index, const protocol::finding& found);
  void replace_record(std::size_t index);
  // What has become worse may have one cause with later findings that were apart before.
  void take_in_others(std::size_t index);

  mutable std::mutex mutex_;
  std::atomic<bool> counting_;
  std::vector<lockstep_launch> launches_;
  bool counting_lines_ = false;
  std::vector<lockstep_line> lines_;
  std::map<std::uint64_t, std::uint64_t> index_of_;  // of the running tree's grids, by identity
  std::vector<protocol::finding> findings_;
  std::vector<counted_record> records_;  // of the findings
  struct kernel_record {
    std::uint64_t launches = 0;
    counted_record record;
  };
  std::map<std::string, kernel_record> kernels_;  // by display name
};

// A finding of the checks, which say what a kernel does; here it becomes a sentence that stands
// alone.
void report_finding(protocol::finding found);
// A finding about the call of the runtime that the program is in, not about a kernel; reported only
// if memcheck is on.
void report_api_error(protocol::finding_kind kind, std::string message, std::string advice);
// Likewise, about a call that has returned.
void report_api_error(protocol::finding_kind kind, protocol::access call, std::string message,
                      std::string advice);

}  // namespace lockstep::cudart
