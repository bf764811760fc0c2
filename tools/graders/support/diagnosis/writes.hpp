// Mistakes that show in who wrote what.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "explanation.hpp"
#include "recording.hpp"

namespace lockstep::grader::diagnosis {

// Wrong elements of buffer `b` that nobody writes.
[[nodiscard]] std::vector<std::size_t> unwritten_results(const recording& seen, std::size_t b);

explanation no_kernel(const recording& seen);
explanation changed_input(const recording& seen);
explanation written_between_rows(const recording& seen);
explanation never_written(const recording& seen);
explanation written_by_several(const recording& seen);

// `reading`: of an element of shared memory that no thread has written, as a check found it. Adds
// the line of the stores that fill the elements beside it. Runs the trial once more, recorded.
explanation left_out_by_stores(explanation reading, const std::function<void()>& trial);

}  // namespace lockstep::grader::diagnosis
