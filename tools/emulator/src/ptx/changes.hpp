// Small changes to a function, one at a time: what somebody would try who looks for the mistake in
// a line.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "ptx/syntax.hpp"

namespace lockstep::ptx {

enum class change_kind : std::uint8_t {
  update,         // x += n as one atomic operation
  comparison,     // another relation
  operation,      // another operator, or another operation of an atomic, shuffle or vote
  thread_number,  // another of threadIdx, blockIdx, blockDim and gridDim, or of their coordinates;
                  // or those of thread and block exchanged
  parameter,      // another parameter of the same type
  number,         // another constant
  offset,         // an access to the element before or behind
};

struct change {
  change_kind kind;
  source_line line;
  // By index in function::body. What the compiler made of one expression, as it does where it
  // unrolls a loop, changes together.
  std::vector<std::pair<std::uint32_t, instruction>> replaced;
  std::string now;  // PTX's word that stands there: "lt", "add", "%ctaid.x", "31"; or empty;
                    // of two that are exchanged both: "%tid.x %ctaid.x"
};

// The changes that are most often the right ones first.
[[nodiscard]] std::vector<change> changes_of(const module& m, const function& f);

}  // namespace lockstep::ptx
