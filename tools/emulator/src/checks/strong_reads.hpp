// What the threads of a block have read last by strong loads (volatile, relaxed): the write whose
// value they may write back, and what they have waited for.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "checks/record.hpp"

namespace lockstep::checks {

struct site;

// A word of memory, of which there is one history.
struct word_name {
  const void* history = nullptr;
  std::uint64_t address = 0;

  bool operator==(const word_name&) const = default;
  struct hash {
    std::size_t operator()(const word_name& w) const {
      return std::hash<std::uint64_t>()(w.address) ^ std::hash<const void*>()(w.history);
    }
  };
};

struct strong_read {
  word_name of;
  std::uint32_t load = 0;             // the instruction,
  const struct site* site = nullptr;  // and where it is
  epoch time = 0;                     // 0: none
  record seen = 0;                    // the last write of the word
  bool exposed = false;               // nothing but this read orders that write before it
  std::uint32_t into = 0;             // a register: a later read into it replaces the value; or 0
  bool is_latest = true;
  bool polls = false;  // it goes on once it has seen a certain value
};

// Reads of lanes of a warp by one instruction, of words of 4 bytes that lie side by side. Nothing
// but barriers orders what they have seen, or else lanes of the warp wrote it.
struct strong_row {
  word_name of;  // lane 0's, whether or not it is among the lanes
  std::uint32_t lanes = 0, latest = 0;
  std::uint32_t load = 0, into = 0;
  const struct site* site = nullptr;
  epoch time = 0;
  alignas(64) std::array<record, 32> seen;
};

class strong_reads {
 public:
  void clear();
  bool empty() const { return threads_.empty() && !any_rows_; }
  void note(std::uint32_t thread, const strong_read& r);
  // A new row of the warp, to be filled in; its `seen` may hold anything.
  strong_row& add_row(std::uint32_t warp, const word_name& of, std::uint32_t lanes,
                      std::uint32_t load, std::uint32_t into);
  // The read by this load, if it was of that word and its value is still in use; nothing: it is
  // not, or too many others have come since.
  std::optional<strong_read> find(std::uint32_t thread, const word_name& of,
                                  std::uint32_t load) const;
  // Whether some lane has such a read of its word of a row.
  bool finds_in_row(std::uint32_t warp, const word_name& of, std::uint32_t lanes,
                    std::uint32_t load) const;
  // The thread has written the word since.
  void forget(std::uint32_t thread, const word_name& of);
  void forget_row(std::uint32_t warp, const word_name& of, std::uint32_t lanes);
  // Some read since the block began polls.
  bool any_polls() const { return any_polls_; }
  // Whether is_known(thread, read) holds for any read that has seen `past` or a later write.
  template <class F>
  bool any_that_saw(record past, const word_name& of, F is_known) const {
    for (std::uint32_t thread = 0; thread < threads_.size(); ++thread)
      for (const strong_read& r : threads_[thread].last)
        if (r.time != 0 && r.of == of && (r.seen == past || r.time > time_of(past)) &&
            is_known(thread, r))
          return true;
    for (std::uint32_t warp = 0; warp < warps_.size() && any_rows_; ++warp) {
      for (std::uint32_t n = 0; n < warps_[warp].used; ++n) {
        const strong_row& row = warps_[warp].last[n];
        const std::uint64_t lane = (of.address - row.of.address) / 4;
        if (row.of.history != of.history || lane >= 32 || (row.lanes >> lane & 1) == 0) continue;
        const strong_read r = one_of(row, static_cast<std::uint32_t>(lane));
        if ((r.seen == past || r.time > time_of(past)) && r.of == of &&
            is_known(warp * 32 + static_cast<std::uint32_t>(lane), r))
          return true;
      }
    }
    return false;
  }

 private:
  struct of_thread {
    std::array<strong_read, 8> last;
    std::uint32_t next = 0;
  };
  struct of_warp {
    std::array<strong_row, 8> last;
    std::uint32_t used = 0, next = 0;
  };
  static strong_read one_of(const strong_row& row, std::uint32_t lane);

  bool any_polls_ = false, any_rows_ = false;
  std::vector<of_thread> threads_;  // those up to the last one that has read
  std::vector<of_warp> warps_;      // likewise, and of blocks before
};

}  // namespace lockstep::checks
