// Counting what a kernel does: plain sums per PTX instruction, made into a profiler's counters when
// a launch ends.
//
// Executions are counted once per basic block (all of its instructions run together); everything
// else where it happens.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/protocol/counters.hpp"

namespace lockstep::metrics {

// What an instruction is, as far as counting goes.
enum class instruction_kind : std::uint8_t {
  other,
  branch,
  barrier,
  atomic,
  global_load,
  global_store,
  shared_load,
  shared_store,
  local_load,
  local_store,
  generic_load,
  generic_store,  // counted under the space that each access turns out to have
};

struct instruction_facts {
  instruction_kind kind = instruction_kind::other;
  std::uint8_t branch_targets = 0;  // that hardware counts for one execution
  std::uint32_t block = 0;          // index of the first instruction of its basic block
  std::string_view file;
  std::uint32_t line = 0;
  std::uint8_t tensor_instructions = 0;  // of the machine, for one execution
};

struct access_counts {
  std::uint64_t requests = 0, bytes = 0;
  std::uint64_t data_bytes = 0;  // global memory: different ones, request by request
  std::uint64_t sectors = 0;     // global memory
  std::uint64_t conflicts = 0;   // shared memory
  bool operator==(const access_counts&) const = default;
};

struct instruction_counts {
  std::uint64_t executions =
      0;  // once per warp or diverged part; at the first instruction of a block only
  std::uint64_t lanes = 0;      // the same, once per active lane
  std::uint64_t divergent = 0;  // branches whose active lanes disagreed
  access_counts global, shared, local;
  bool operator==(const instruction_counts&) const = default;
};

// Adds `from` to `into`, element by element; both have one element per instruction.
void add(std::vector<instruction_counts>& into, const std::vector<instruction_counts>& from);

// The counters of a launch. `warps`: how many were launched.
counters summarise(const std::vector<instruction_facts>& facts,
                   const std::vector<instruction_counts>& counts, std::uint64_t warps);

// The same by source line, in the order of file and line.
std::vector<line_counters> by_line(const std::vector<instruction_facts>& facts,
                                   const std::vector<instruction_counts>& counts);

// All counters of a line; `warps` is of launches alone.
struct counted_line {
  std::string file;
  std::uint32_t line = 0;
  counters counted{};
};
std::vector<counted_line> counters_by_line(const std::vector<instruction_facts>& facts,
                                           const std::vector<instruction_counts>& counts);

}  // namespace lockstep::metrics
