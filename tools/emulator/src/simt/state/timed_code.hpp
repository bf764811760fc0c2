// What a followed block's code needs to know to report to the model of time.
#pragma once

#include <cstdint>
#include <vector>

#include "simt/state/traced_code.hpp"

namespace lockstep::simt {

struct timed_access {
  traced_code::access address;
  bool is_atomic = false;
  bool writes = false;  // an atomic operation, too
};

struct timed_code {
  std::vector<timed_access> accesses;  // by step::extra of `time_access`
};

}  // namespace lockstep::simt
