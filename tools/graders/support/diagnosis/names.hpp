// Threads and buffers of a record, in words and drawn.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "explanation.hpp"
#include "recording.hpp"

namespace lockstep::grader::diagnosis {

// The thread of a node: "thread 17 of block 0".
std::string thread_of(const recording& seen, std::uint32_t node);
// Of these nodes, the first one of each thread, in their order.
std::vector<std::uint32_t> threads_of(const recording& seen,
                                      const std::vector<std::uint32_t>& nodes);
// The threads of at least two nodes. Two names are clear enough, more are counted.
std::string names_of(const recording& seen, const std::vector<std::uint32_t>& nodes);
// "the last condition that a thread meets is on line 12".
std::string last_condition_in_words(const source_place& at);
// Adds a drawing of who wrote which element of buffer `b`.
void draw_writes(const recording& seen, std::size_t b, explanation& to);

}  // namespace lockstep::grader::diagnosis
