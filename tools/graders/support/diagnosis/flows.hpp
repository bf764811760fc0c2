// What the results are made of: how often each element of the inputs goes into them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "recording.hpp"

namespace lockstep::grader::diagnosis {

// By element of an input buffer: how many ways lead from it to the results. The results are the
// last values of elements that the answer wrote and the host copied, or that the grader compares.
struct contributions {
  std::size_t buffer = 0;
  std::vector<std::uint64_t> ways;
};

struct flows {
  std::vector<std::uint64_t> ways;  // by node, to the results
  // Of each input of which most elements go into the results just once, as those of a sum do, or
  // none of them more often.
  std::vector<contributions> inputs;
};
[[nodiscard]] flows flows_to_results(const recording& seen);

// The end of an element's way: where its value stands and is not used any more.
struct dead_end {
  std::uint32_t node = 0;
  std::optional<std::uint32_t> overwritten;  // by this store
};
[[nodiscard]] std::optional<dead_end> dead_end_of(const recording& seen, std::uint32_t load);

}  // namespace lockstep::grader::diagnosis
