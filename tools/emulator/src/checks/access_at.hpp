// One side of a finding, from where it is in a kernel.
#pragma once

#include "checks/order.hpp"
#include "lockstep/protocol/finding.hpp"

namespace lockstep::checks {

inline protocol::access access_at(const site& at, const dimensions& block, const dimensions& thread,
                                  protocol::access_kind kind) {
  return {block, thread, kind, at.file, at.line, at.column, at.header, at.in_line};
}

}  // namespace lockstep::checks
