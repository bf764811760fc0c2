// Asynchronous copies of a block into its shared memory (PTX ISA 9.7.9.25): from the instruction
// that asks for one to the wait that its thread, or the threads at an mbarrier, make for it.
#pragma once

#include <cstdint>
#include <vector>

#include "checks/record.hpp"
#include "checks/shadow.hpp"

namespace lockstep::checks {

class copies_in_flight {
 public:
  explicit copies_in_flight(shadow& memory) : memory_(memory) {}

  // A block begins: what an earlier one did not wait for is over.
  void begin(std::uint32_t threads);
  // `what`: the record of the copy as it flies.
  void add(std::uint32_t thread, std::uint64_t address, std::uint32_t bytes, record what);
  // Groups of copies: those that were added since the last commit form one.
  void commit(std::uint32_t thread);
  // The thread waits at `now` until at most `left` of its groups fly.
  void wait(std::uint32_t thread, std::uint32_t groups_left, epoch now);
  // All copies of the thread that fly count for this phase of the mbarrier.
  void hand_to(std::uint32_t thread, std::uint64_t mbarrier, bool odd_phase, epoch now);
  // Some thread has seen that phases of the mbarrier other than this one are over.
  void phase_seen(std::uint64_t mbarrier, bool odd_phase);

 private:
  struct copy {
    std::uint64_t address;
    std::uint32_t bytes;
    record flies;
    std::uint32_t group;
  };
  struct thread_copies {
    std::vector<copy> flying;
    std::uint32_t committed = 0;  // groups
  };
  struct expected {
    copy what;
    record arrived;
    std::uint64_t mbarrier;
    bool odd_phase;
  };
  void land(const copy& c, record arrived);
  thread_copies& of(std::uint32_t thread);

  shadow& memory_;
  std::uint32_t count_ = 0;             // threads of the block
  std::vector<thread_copies> threads_;  // empty as long as none copies
  std::vector<expected> expected_;      // at mbarriers
};

}  // namespace lockstep::checks
