// An element that came out wrong, and the step of a trace that wrote it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "lockstep/protocol/trace_record.hpp"
#include "records/records.hpp"
#include "trace/traced.hpp"

namespace lockstep::tutor {

struct wrong_element {
  std::string array, expected, got;
  std::uint64_t index = 0;
};

// The first that a failed case tells of; nothing if it is not about one element of an array.
std::optional<wrong_element> wrong_element_of(const case_record& failed);

struct writer {
  std::size_t launch = 0;  // of run.launches
  protocol::dimensions block{};
  std::uint32_t warp = 0;
  std::uint64_t step = 0;  // its number in the warp
  unsigned lane = 0;
};

// Who wrote it: the first launch in which the last store to such an element, of any array that the
// kernel was given, leaves that value. Nothing if no step of the trace does.
std::optional<writer> writer_of(const wrong_element& wrong, const traced_run& run);

// The first launch that stores nothing to such an element, of the trace of all its warps.
std::optional<std::size_t> launch_without_store(const wrong_element& wrong, const traced_run& run);

}  // namespace lockstep::tutor
