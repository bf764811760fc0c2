// Races and uninitialised reads in words.
#pragma once

#include "checks/accesses.hpp"

namespace lockstep::checks {

// What was found at one address between a thread and what is remembered there.
struct race_facts {
  enum class cause : std::uint8_t {
    same_block,       // different warps of a block
    other_block,      // blocks of one grid, or of two
    lanes,            // of one warp
    lanes_volatile,   // the same, where both accesses are strong
    one_instruction,  // lanes write different values to one address at once
    scope,            // a fence or an atomic operation whose scope is too narrow
    in_flight,        // an asynchronous copy, for which its thread has not waited
    lost_update,      // one reads a word and writes it back, by strong accesses but not at once
    strong_writes,    // several write a word by strong accesses, in no order
  };
  cause what = cause::same_block;
  reach how_far = reach::block;
  record past = 0;
  std::uint32_t thread = 0;
  std::uint64_t address = 0;
  bool lacks_fence = false;      // what releases it was seen, and no fence stands behind
  bool changes_nothing = false;  // both write, and the later one writes what stands there
  const site* read = nullptr;    // of a lost update: where the thread has read the word
  code_around code = {};         // if both are of one grid
};

void report_race(const order& o, collector& found, const block_run& b, const warp_access& a,
                 const race_facts& race);
// Between the host, which has not waited, and work that it asked for. The other side is the host,
// as this "call"; where in the program it is, is for others to find out.
inline constexpr const char* host_itself = "the host";
void report_host_race(const order& o, collector& found, record past, std::uint64_t address,
                      bool host_writes);
// A read of what nobody has written.
struct unwritten_read {
  protocol::memory_space space = protocol::memory_space::global;
  access_kind kind;
  std::uint32_t site = 0, thread = 0;
  std::uint64_t address = 0;              // or the offset in shared or in the thread's own memory
  const dimensions* block = nullptr;      // nullptr: the one that runs
  const protocol::access* use = nullptr;  // of the value, if that is elsewhere
};
void report_uninitialised(const order& o, collector& found, const block_run& b,
                          const unwritten_read& what);

}  // namespace lockstep::checks
