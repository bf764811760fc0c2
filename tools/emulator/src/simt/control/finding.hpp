// A fault in words.
#pragma once

#include "lockstep/protocol/finding.hpp"
#include "simt/state/fault.hpp"

namespace lockstep::simt {

// The fault in words, with the thread and the source line, for those outside the engine.
protocol::finding finding_of(const fault& f, const running_launch& launch);

}  // namespace lockstep::simt
