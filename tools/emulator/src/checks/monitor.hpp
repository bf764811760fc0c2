// All checks of a process, as the engine meets them: what orders accesses, what is remembered of
// memory, what was found. Used by one worker at a time.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "checks/accesses.hpp"
#include "checks/collector.hpp"
#include "checks/host_view.hpp"
#include "checks/order.hpp"
#include "checks/shadow.hpp"
#include "checks/streams.hpp"
#include "checks/work_shares.hpp"
#include "memory/address_space.hpp"

namespace lockstep::checks {

class monitor {
 public:
  monitor(memory::address_space& memory, tools use)
      : time(use.strict),
        host_order(time),
        accesses(time, found, use),
        races_only(time, found, {use.races, false, false, use.strict}),
        memory_(memory),
        host_(memory),
        use_(use) {}

  // The host's accesses to memory that it shares with kernels are watched from now on, as long as
  // its faults come to host_uses().
  void watch_host(bool (*gets_faults)());

  const tools& uses() const { return use_; }
  // The history of the live allocation that contains the address; nullptr if none does.
  shadow* history_at(std::uint64_t address);
  // The host (or a copy that it asked for) writes to device memory.
  void host_writes(std::uint64_t address, std::uint64_t bytes);
  // As if nobody had written there. False: it is no device memory.
  bool forget_writes(std::uint64_t address, std::uint64_t bytes);
  // Work that the host asked for, and all that it launched, has ended.
  void ended(const stream_id& in, std::uint32_t grid, const event_ref& all);
  // The host has waited for something.
  void host_has_waited();
  // The host reads or writes memory, and faulted: true if it may do so now. A race with work that
  // it has not waited for is found. `in`: it is a host function, which is work of this stream.
  bool host_uses(std::uint64_t address, bool writes, const stream_id* in);
  // A copy takes these bytes to the host: how many of them nobody has written. `first`: the address
  // of the first of those.
  std::uint64_t unwritten_for_host(std::uint64_t to, std::uint64_t from, std::uint64_t bytes,
                                   std::uint64_t& first);
  // After a copy between two allocations: what nobody wrote there, nobody wrote here.
  void copied_as_it_was(std::uint64_t to, std::uint64_t from, std::uint64_t bytes);

  // Held by those who use it.
  std::recursive_mutex mutex;
  order time;
  streams host_order;
  collector found;
  access_checker accesses;
  access_checker races_only;
  work_shares shares;

 private:
  struct known {
    std::uint64_t allocation;  // its serial number
    std::unique_ptr<shadow> history;
  };
  void look_at_host(std::uint64_t address, bool writes, const stream_id* in);

  memory::address_space& memory_;
  host_view host_;
  bool (*gets_faults_)() = nullptr;  // nullptr: the host is not watched
  tools use_;
  std::map<std::uint64_t, known> histories_;
  std::vector<std::uint64_t> shared_with_host_;  // addresses of what of it is watched
};

}  // namespace lockstep::checks
