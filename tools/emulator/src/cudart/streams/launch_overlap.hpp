// Which launches a GPU might run at the same time: in streams that do not wait for each other, or
// launched early. The model of time predicts each launch alone, and so has no time for these.
#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "checks/streams.hpp"

namespace lockstep::cudart {

class launch_overlap {
 public:
  // nullptr: nobody asks for times.
  static launch_overlap* asked_for();

  std::mutex mutex;  // guards what follows
  checks::streams order{time_};

  // Nothing runs.
  void start();
  // The calling thread launches into this stream. Early: before what is in front of it has ended.
  void begins(const checks::stream_id& in, bool early);
  // Its record is the launch of this number. Earlier ones whose time does not hold any more.
  std::vector<std::uint64_t> recorded_as(std::uint64_t number);
  void host_has_waited();

 private:
  struct open_launch {
    std::uint32_t grid;
    checks::epoch began;
    std::uint64_t number;  // of its record
    bool is_recorded, is_withdrawn;
  };
  checks::order time_{false};
  std::vector<open_launch> open_;
};

// Why the launch that the calling thread makes has no time of its own, as a clause; empty: it has.
std::string overlap_of_launch();
// The same of an earlier one that it overlaps.
std::string overlap_of_earlier();

}  // namespace lockstep::cudart
