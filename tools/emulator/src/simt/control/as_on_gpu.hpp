// What a GPU lets pass, in a launch that nobody checks: a stray read of memory that is mapped,
// since an allocation shares its page, and a lane that takes part in an operation whose mask does
// not name it. Programs with these run on a GPU to a right result more often than not, so they go
// on here as well, with a warning.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "checks/collector.hpp"
#include "lockstep/protocol/finding.hpp"
#include "simt/state/fault.hpp"

namespace lockstep::simt {

// Of a launch by the host with all that it launches itself.
class as_on_gpu final : public bad_accesses {
 public:
  std::byte* instead_of(fault f) override;
  bool lets_pass(const fault& f) override;
  bool is_late() const override { return false; }
  bool explains(const fault&) const override { return false; }

  std::vector<protocol::finding> take() { return found_.take(); }

 private:
  void note(const fault& f, const std::string& why);

  std::mutex mutex_;
  checks::collector found_;
  std::map<std::pair<const code*, std::uint32_t>, checks::site> sites_;  // by instruction
};

}  // namespace lockstep::simt
