// A launch that goes on after accesses that must not be: what is read there is 0, what is written
// is dropped, and what is wrong behind them is found as well.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "checks/collector.hpp"
#include "lockstep/protocol/finding.hpp"
#include "simt/state/fault.hpp"

namespace lockstep::simt {

// Of a launch by the host with all that it launches itself.
class going_on final : public bad_accesses {
 public:
  // For so long after the first one: zeros may keep a kernel in a loop.
  explicit going_on(std::chrono::milliseconds longest) : longest_(longest) {}

  std::byte* instead_of(fault f) override;
  bool is_late() const override;
  bool explains(const fault& f) const override;

  // The first one; nothing: there was none.
  std::optional<finding_kind> first() const;
  // Those of kernels that are not checked; a monitor has the others.
  std::vector<protocol::finding> take() { return found_.take(); }

 private:
  void note(const fault& f);
  const checks::site* site_of(const fault& f);

  const std::chrono::milliseconds longest_;
  mutable std::mutex mutex_;
  std::optional<finding_kind> first_;
  std::atomic<std::chrono::steady_clock::rep> deadline_{0};  // 0: none yet
  checks::collector found_;
  std::map<std::pair<const code*, std::uint32_t>, checks::site> sites_;  // by instruction
};

}  // namespace lockstep::simt
