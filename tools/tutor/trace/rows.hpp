// A warp's steps as the rows of a table: those that the same lanes run of one source line in
// succession are one row.
#pragma once

#include <string>
#include <vector>

#include "trace/traced.hpp"

namespace lockstep::tutor {

struct trace_row {
  std::uint64_t first = 0, last = 0;  // steps
  std::string mask;                   // of 32 characters
  std::string file;
  std::uint32_t line = 0;
  std::vector<std::string> events;  // in words

  std::string steps() const;
  std::string what() const;
};

std::vector<trace_row> rows_of(const traced_warp& warp);

}  // namespace lockstep::tutor
