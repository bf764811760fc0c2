// Records where the values of a run come from, as a graph (lockstep/protocol/provenance_abi.h).
//
// It takes plain facts and knows no engine. Not thread-safe: a recorded process runs on one worker.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "lockstep/protocol/provenance_abi.h"

namespace lockstep::provenance {

using node_ref = std::uint32_t;  // index of a node + 1; 0: none

struct site {
  std::string file;
  std::uint32_t line = 0;
  std::string operation;
};

// Where an element lies. In shared memory `owner` is the block, in local memory the thread.
struct place {
  lockstep_node_space space = LOCKSTEP_SPACE_GLOBAL;
  std::uint32_t owner = 0;
  std::uint64_t address = 0;
  std::uint16_t bytes = 4;
};

// A thread of the launch that runs, and the site at which it does something.
struct actor {
  std::uint32_t thread = 0, site = 0;
};

// The code that launches a grid; `grid` 0: it is the host's.
struct launcher {
  std::uint64_t grid = 0;    // the identity of the grid of the thread
  std::uint32_t thread = 0;  // of that grid
  std::string file;
  std::uint32_t line = 0;
};

struct recorded_grid {
  std::string kernel;  // demangled
  std::array<std::uint32_t, 3> grid{1, 1, 1}, block{1, 1, 1};
  std::uint64_t identity = 0;
  std::string_view arguments;  // their bytes
  launcher by;
};

class recorder {
 public:
  // Forgets the recording before, and begins one; ends it.
  void begin();
  void end() { recording_ = false; }
  bool recording() const { return recording_; }

  // The sites of `code`, an identity, in the order of its instructions; returns the number of the
  // first. They are asked for once.
  template <class F>
  std::uint32_t sites_of(const void* code, F make) {
    const auto [known, is_new] =
        first_site_.try_emplace(code, static_cast<std::uint32_t>(sites_.size()));
    if (is_new)
      for (site& one : make()) sites_.push_back(std::move(one));
    return known->second;
  }

  void launch(const recorded_grid& begins);
  // A launch by device code finds no room.
  void lose_launch(actor by, std::string kernel, std::uint32_t room);
  [[nodiscard]] node_ref load(actor by, const place& from, node_ref index);
  void store(actor by, const place& to, node_ref value, node_ref index);
  // The element before, which is what the operation returns.
  [[nodiscard]] node_ref atomic(actor by, const place& at, node_ref operand, node_ref index);
  [[nodiscard]] node_ref combine(actor by, node_ref first, node_ref second);
  [[nodiscard]] node_ref convert(actor by, node_ref value);
  void decide(actor by, bool taken);
  // Something happens that is not recorded; at a site, if it has one.
  void leave_out() { complete_ = false; }
  void leave_out(actor by) {
    complete_ = false;
    if (gap_ == 0) gap_ = by.site + 1;
  }

  void host_reads(std::uint64_t address, std::uint64_t bytes);
  void host_writes(std::uint64_t address, std::uint64_t bytes);
  void host_copies(std::uint64_t to, std::uint64_t from, std::uint64_t bytes);

  // Good until the next recording begins. False: nothing was recorded.
  bool get(lockstep_provenance& out);

 private:
  struct key {
    std::uint64_t address, owner;
    bool operator==(const key&) const = default;
  };
  struct hash_of_key {
    std::size_t operator()(const key& k) const {
      return std::hash<std::uint64_t>()(k.address * 0x9E3779B97F4A7C15u ^ k.owner << 17);
    }
  };
  key key_of(const place& at) const;
  node_ref add(const lockstep_node& node);
  node_ref writer_of(const place& at);

  // More than these prove that the input is too large for a person, too.
  static constexpr std::size_t most_nodes = 1'500'000, most_decisions = 3'000'000;

  bool recording_ = false, recorded_ = false, complete_ = true;
  std::uint32_t launch_ = 0, gap_ = 0;
  std::vector<lockstep_node> nodes_;
  std::vector<lockstep_decision> decisions_;
  std::vector<site> sites_;
  struct launch_facts {
    std::string kernel, file;
    lockstep_recorded_launch facts{};
  };
  std::vector<launch_facts> launches_;
  std::unordered_map<std::uint64_t, std::uint32_t> launch_of_grid_;  // by identity
  std::map<std::string, std::uint32_t> first_of_kind_;  // of the launches by device code
  struct loss {
    std::string kernel;
    lockstep_lost_launch facts{};
  };
  std::vector<loss> losses_;
  std::vector<lockstep_host_event> host_events_;
  std::unordered_map<const void*, std::uint32_t> first_site_;
  std::unordered_map<key, node_ref, hash_of_key> written_by_;
  // What `get` hands over of those that have text.
  std::vector<lockstep_site> sites_out_;
  std::vector<lockstep_recorded_launch> launches_out_;
  std::vector<lockstep_lost_launch> losses_out_;
};

}  // namespace lockstep::provenance
