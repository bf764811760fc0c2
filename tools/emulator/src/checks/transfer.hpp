// A copy or a fill that the host asks for: to the checks it is a grid of one thread, in its stream.
#pragma once

#include <cstdint>
#include <mutex>
#include <vector>

#include "checks/monitor.hpp"

namespace lockstep::checks {

class transfer {
 public:
  // `call` must outlive the monitor. If `host_waits` and nothing earlier may still run, what it
  // does is before all to come, and is only noted.
  // `return_addresses`: where the call stands in the program; asked for only if it matters.
  transfer(monitor& checks, const stream_id& in, const char* call, bool host_waits,
           std::vector<std::uintptr_t> (*return_addresses)());
  ~transfer();
  transfer(const transfer&) = delete;
  transfer& operator=(const transfer&) = delete;

  // Addresses that are no device memory are nobody's business.
  void writes(std::uint64_t address, std::uint64_t bytes);
  void copies(std::uint64_t to, std::uint64_t from, std::uint64_t bytes);

  // What it has copied to the host so far.
  struct for_host {
    std::uint64_t bytes = 0, unwritten = 0;  // of these, that nobody had written,
    std::uint64_t first = 0;                 // counted from 0
  };
  const for_host& to_host() const { return to_host_; }

 private:
  void look(std::uint64_t address, std::uint64_t bytes, action what);

  const std::scoped_lock<std::recursive_mutex> lock_;
  monitor& checks_;
  const stream_id in_;
  const bool is_plain_;  // nothing can race with it
  std::uint32_t grid_ = 0;
  block_run run_;
  for_host to_host_;
};

}  // namespace lockstep::checks
