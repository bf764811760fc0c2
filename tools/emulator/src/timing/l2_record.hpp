// What launches, copies and fills leave in L2 for those that come after them: the least recently
// used goes first. Memory is taken in pieces, of which this many bytes each are there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "timing/path.hpp"
#include "timing/program.hpp"

namespace lockstep::timing {

struct launch;
struct machine;

// A part of a launch's reads or writes.
struct traffic {
  std::uint64_t begin = 0, end = 0;
  double bytes = 0;  // of those between, that are touched
  bool writes = false;
  std::size_t allocation = 0;  // which, of `launch_traffic::allocations`
};

struct launch_traffic {
  std::vector<memory_range> allocations;  // in the order of sharing_of()
  std::vector<traffic> parts;             // in the order of time
};
// By instruction of PTX: whether it writes to memory.
[[nodiscard]] std::vector<bool> writing_instructions(const program& code);
[[nodiscard]] launch_traffic traffic_of(const program& code, const recorder& paths,
                                        const launch& what, const machine& on);

// What a launch finds in L2.
struct kept_in_l2 {
  std::vector<double> shares;  // by allocation: of what it touches, that is there
  double written_back = 0;     // bytes of others that it drives out before they were written,
                               // for each byte that it gets from DRAM
};

// After other memory was filled, more of it than L2 holds: nothing of the launch's own is there,
// and lines that have yet to be written back.
kept_in_l2 found_after_flush(const launch_traffic& launch, const machine& on);

class l2_record {
 public:
  explicit l2_record(const machine& on);
  kept_in_l2 run(const launch_traffic& launch);
  // A copy or a fill.
  void touch(std::uint64_t begin, std::uint64_t bytes, bool writes);

 private:
  struct piece {
    double bytes = 0, dirty = 0;
    double now = 0;  // of these, touched by the launch that runs
    std::uint64_t launch = 0, stamp = 0;
  };
  struct share {
    double fetched = 0, found = 0;
  };
  share touch_piece(std::uint64_t at, double bytes, bool writes);
  share touch_all(const traffic& part);
  void drop_oldest();
  void clean_oldest();

  double most_, most_dirty_;
  double bytes_ = 0, dirty_ = 0;
  double written_back_ = 0;
  std::uint64_t launch_ = 0, clock_ = 0;
  std::unordered_map<std::uint64_t, piece> pieces_;
  std::map<std::uint64_t, std::uint64_t> by_age_;  // stamp -> piece
};

}  // namespace lockstep::timing
