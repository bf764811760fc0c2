// The order in which streams and the host's waiting put grids (CUDA C++ Programming Guide,
// "Asynchronous Concurrent Execution"). Kernels run one after the other here whatever the streams
// say; this is what the program has made sure of.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <vector>

#include "checks/order.hpp"

namespace lockstep::checks {

struct stream_id {
  std::uint64_t number = 1;
  bool legacy = true;    // the default stream that waits for all blocking ones, and they for it
  bool blocking = true;  // not made with cudaStreamNonBlocking
};

class streams {
 public:
  explicit streams(order& time) : time_(time) {}

  // Nothing that ran could still run when work in this stream begins.
  bool is_behind_all(const stream_id& in);
  // What is before a grid that is launched into the stream: for grid_facts.
  void begin(const stream_id& in, grid_facts& facts);
  // It has run as grid `number`; `all` tells of everything that it and its children did.
  void ended(const stream_id& in, std::uint32_t number, const event_ref& all);

  event_ref mark(const stream_id& in);                      // cudaEventRecord
  void wait(const stream_id& in, const event_ref& marked);  // cudaStreamWaitEvent
  // The host has not made sure that a grid has ended, which began then; as work in a stream, which
  // host functions are, or as itself.
  bool may_run(std::uint32_t grid, epoch began, const stream_id* in);
  // The host waits.
  void host_waits(const stream_id& for_stream);
  void host_waits(const event_ref& marked);
  void host_waits_for_all();

 private:
  struct state {
    event_ref last;
    bool blocking = true;
  };
  struct open_grid {  // some later grid might not be ordered behind it
    std::uint32_t number;
    epoch begin;
    bool follows_all_before;  // so who is behind it is behind those, too
  };
  std::vector<event_ref> before(const stream_id& in);
  void forget();
  // When the first grid began that these do not tell of; 0: they tell of all.
  epoch first_unordered(const std::vector<event_ref>& follows) const;

  order& time_;
  std::map<std::uint64_t, state> streams_;
  event_ref legacy_, host_;
  std::deque<open_grid> open_;
};

}  // namespace lockstep::checks
