// Mistakes that show in which grids device code launched, and which found no room.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "explanation.hpp"
#include "recording.hpp"

namespace lockstep::grader::diagnosis {

explanation lost_launches(const recording& seen);
// One grid launches another one several times, with the same arguments.
explanation launched_again(const recording& seen);
// A grid and one that it launches write the same element.
explanation written_by_parent_and_child(const recording& seen);

// Who launches, where, and what ends it: of results that are right.
explanation launches_by_kernels(const recording& seen, launch_plan required);

// An element that several grids write though device code launched them to write others, too.
struct shared_by_grids {
  std::size_t element = 0;
  std::size_t grids = 0;
  source_place launched_at;  // the last of them
};
[[nodiscard]] std::optional<shared_by_grids> first_shared_by_grids(const recording& seen,
                                                                   std::size_t buffer);

}  // namespace lockstep::grader::diagnosis
