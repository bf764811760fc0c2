// A finding that several tests write and read.
#pragma once

#include "lockstep/protocol/finding.hpp"

namespace lockstep::protocol {

inline finding overrun() {
  finding found;
  found.kind = finding_kind::out_of_bounds;
  found.space = memory_space::global;
  found.kernel = "void reduce<512u>(int*, int)";
  found.where = {{3, 0, 0}, {255, 0, 0}, access_kind::read, "missing.cu", 41, 7, "", 0};
  found.address = 0x7f0000001004;
  found.message = "kernel reduce<512u> reads 4 bytes past the end";
  found.why = "Nobody owns them.";
  found.advice = "compare the index with the number of elements before the access";
  return found;
}

}  // namespace lockstep::protocol
