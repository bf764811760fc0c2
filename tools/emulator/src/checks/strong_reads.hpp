// What the threads of a block have read last by strong loads (volatile, relaxed): the write whose
// value they may write back, and what they have waited for.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "checks/record.hpp"

namespace lockstep::checks {

struct site;

// A word of memory, of which there is one history.
struct word_name {
  const void* history = nullptr;
  std::uint64_t address = 0;

  bool operator==(const word_name&) const = default;
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

class strong_reads {
 public:
  void clear();
  bool empty() const { return threads_.empty(); }
  void note(std::uint32_t thread, const strong_read& r);
  // The read by this load, if it was of that word and its value is still in use; nullptr: it is
  // not, or too many others have come since.
  const strong_read* find(std::uint32_t thread, const word_name& of, std::uint32_t load) const;
  // The thread has written the word since.
  void forget(std::uint32_t thread, const word_name& of);
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
    return false;
  }

 private:
  struct of_thread {
    std::array<strong_read, 8> last;
    std::uint32_t next = 0;
  };
  bool any_polls_ = false;
  std::vector<of_thread> threads_;  // those up to the last one that has read
};

}  // namespace lockstep::checks
