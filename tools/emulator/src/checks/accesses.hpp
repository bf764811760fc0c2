// racecheck and initcheck: every access to global and shared memory is compared with what is
// remembered of its words, and then remembered.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_set>

#include "checks/collector.hpp"
#include "checks/order.hpp"
#include "checks/shadow.hpp"

namespace lockstep::checks {

struct tools {
  bool races = false, initialised = false, barriers = false;
  // Follow the memory model to the letter: warp-wide exchanges order nothing.
  bool strict = false;
  bool any() const { return races || initialised || barriers; }
};

// What lanes store, for writes that change nothing or are alike.
class stored_values {
 public:
  virtual bool alike(unsigned lane, unsigned other) const = 0;
  virtual bool unchanged(unsigned lane) const = 0;
  // An atomic operation that leaves the value as it is: it sets a bit that is set, or its
  // comparison fails. False: it changes it, or that is not known.
  virtual bool is_idle(unsigned /*lane*/) const { return false; }

 protected:
  ~stored_values() = default;
};

// Takes what a load reads that nobody has written, instead of a finding.
class unwritten_reads {
 public:
  // Bytes of one word. False: that is a finding.
  virtual bool follow(unsigned lane, std::uint64_t address, std::uint32_t bytes) = 0;

 protected:
  ~unwritten_reads() = default;
};

// The accesses of a warp's lanes by one instruction.
struct warp_access {
  bool shared = false;  // of shared memory: addresses are offsets
  access_kind kind;
  std::uint32_t site = 0;
  std::uint32_t warp = 0, lanes = 0;
  std::uint32_t together = 0;  // all lanes that do it, of which others may have been looked at
  std::uint32_t bytes = 4;
  bool needs_value = true;  // a read: it is a bug if nobody has written there,
  std::uint8_t unused = 0;  // except in these elements, a bit for each,
  std::uint32_t element_bytes = 4;
  // A read that only copies a piece of an object, which reaches this far beyond it: it need not be
  // written as a whole.
  bool copies_object = false;
  std::uint32_t object_before = 0, object_after = 0;
  const std::uint64_t* at = nullptr;  // by lane
  const stored_values* values = nullptr;
  unwritten_reads* unwritten = nullptr;
  bool arrives_later = false;  // an asynchronous copy writes
};

class access_checker {
 public:
  access_checker(const order& o, collector& found, tools use)
      : order_(o), found_(found), use_(use) {}
  void look(shadow& memory, block_run& b, const warp_access& a);

  // Volatile accesses of a warp's lanes to words side by side, of which nothing but these is to be
  // said (semantics/volatile_row.hpp).
  // So many lanes exchange by `here` and `there`, which must have been found before: false if not.
  bool exchange_again(bool shared, const site* here, const site* there, std::uint64_t lanes) {
    using space = protocol::memory_space;
    return found_.met_step_again(shared ? space::shared : space::global, here, there, lanes);
  }
  // They write over nothing of others.
  void write_row(block_run& b, const site& here, const word_name& first, std::uint32_t warp,
                 std::uint32_t lanes) {
    if (!here.sources.empty() && known_updating_[here.instruction % 64] != &here)
      note_updating(b, here, first, warp, lanes);
    b.reads.forget_row(warp, first, lanes);
  }

  // An atomic operation that leaves its word as it was has been recorded over an earlier write.
  void note_idle(const word_name& word, record before, record idle) {
    idle_[word] = {idle, last_change(word, before)};
  }
  // The last write of a word that changed it, as far as is known, if `past` is the last one.
  record last_change(const word_name& word, record past) const {
    const auto found = idle_.find(word);
    return found != idle_.end() && found->second.idle == past ? found->second.before : past;
  }

 private:
  struct scan;
  struct idle_write {
    record idle = 0, before = 0;
  };
  void note_updating(const block_run& b, const site& here, const word_name& first,
                     std::uint32_t warp, std::uint32_t lanes);
  const order& order_;
  collector& found_;
  tools use_;
  // Stores that have written a word back which their thread had read.
  std::unordered_set<const site*> updating_;
  std::array<const site*, 64> known_updating_{};  // some of them, by number
  std::unordered_map<word_name, idle_write, word_name::hash> idle_;
};

}  // namespace lockstep::checks
