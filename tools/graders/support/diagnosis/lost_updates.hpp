// Counters that hand out places, whose updates get lost.
#pragma once

#include <cstddef>
#include <vector>

#include "explanation.hpp"
#include "recording.hpp"

namespace lockstep::grader::diagnosis {

// Threads have read the same number and taken it for a place, since each of them changes it in
// several steps. So there are places that nobody takes: `missing`, elements of buffer `b`. Empty if
// that is not so.
[[nodiscard]] explanation places_taken_twice(const recording& seen, std::size_t b,
                                             const std::vector<std::size_t>& missing);

}  // namespace lockstep::grader::diagnosis
