// The loop in which a kernel was when its time was up.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ptx/syntax.hpp"
#include "simt/state/code.hpp"

namespace lockstep::simt {

struct stuck_loop {
  ptx::source_line back;                     // the branch that leads back
  std::vector<ptx::source_line> conditions;  // of the branches that lead out of it, each line once
};

// The innermost loop around an instruction (an index into code::instructions); nothing if there is
// none. A loop is what lies between a label and a branch back to it.
std::optional<stuck_loop> loop_around(const code& of, std::uint32_t instruction);

}  // namespace lockstep::simt
