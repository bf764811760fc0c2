// One side of a finding, from where it is in a kernel.
#pragma once

#include "checks/finding.hpp"
#include "checks/order.hpp"

namespace lockstep::checks {

inline access access_at(const site& at, const dimensions& block, const dimensions& thread,
                        const char* kind) {
  return {block, thread, kind, at.file, at.line, at.column, at.header, at.in_line};
}

}  // namespace lockstep::checks
