// Which branches decide whether an instruction runs: control dependence, from immediate
// post-dominators (Ferrante, Ottenstein and Warren, "The program dependence graph and its use in
// optimization", 1987).
#pragma once

#include <cstdint>
#include <vector>

#include "ptx/program.hpp"

namespace lockstep::ptx {

// A conditional branch, or a `ret` under a predicate, and the way of it that leads to the
// instruction asked for.
struct decision {
  std::uint32_t branch;   // index into decoded_function::instructions
  std::uint32_t towards;  // the block that this way leads to; blocks.size(): the function's end
  bool operator==(const decision&) const = default;
};

class control_flow {
 public:
  explicit control_flow(const decoded_function& of);

  // All decisions that an instruction depends on, the nearest first. A branch that may lead there
  // both ways stands in it twice.
  std::vector<decision> decisions_on(std::uint32_t instruction) const;
  std::uint32_t block_of(std::uint32_t instruction) const;
  // Whether every other way of the branch leads to the function's end at once.
  bool is_return_otherwise(const decision& d) const;

 private:
  void find_postdominators();
  void find_decisions();

  const decoded_function& of_;
  std::uint32_t end_;                                   // stands for the function's end
  std::vector<std::vector<std::uint32_t>> successors_;  // by block, each once
  std::vector<std::uint32_t> postdominator_;            // by block, the immediate one
  std::vector<std::vector<decision>> decisions_;  // by block: those that it depends on directly
};

// By register: whether its value may differ between the threads of a block that run the same
// instruction.
std::vector<bool> divergent_registers(const decoded_function& of, const control_flow& flow);

// By register: whether its value depends on what the instruction (an index into
// decoded_function::instructions) gives. What goes through memory or a call is not followed.
std::vector<bool> dependent_registers(const decoded_function& of, const control_flow& flow,
                                      std::uint32_t instruction);

// By register: whether its value is made of what a load or an atomic operation gives.
std::vector<bool> loaded_registers(const decoded_function& of);

// The registers that an instruction reads.
std::vector<std::uint32_t> sources_of(const decoded& i);

// The registers that a branch looks at.
std::vector<std::uint32_t> condition_of(const decoded& branch);

// By register: whether the values of `from` are made of it.
std::vector<bool> ingredients(const decoded_function& of, const std::vector<std::uint32_t>& from);

}  // namespace lockstep::ptx
