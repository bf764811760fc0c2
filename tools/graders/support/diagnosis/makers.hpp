// Which threads made the results: not who accessed memory, but whose operations the results are
// made of. What a thread loads or computes for show goes into no result.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "named_memory.hpp"
#include "recording.hpp"

namespace lockstep::grader::diagnosis {

struct makers {
  // Operations on two values, and accesses to global memory, on the ways to the results: how many,
  // the fewest threads that have made half of them, and the line that makes most.
  struct count {
    std::uint64_t all = 0, half_by = 0;
    source_place most_in = {};
  };
  count operations, accesses;
  std::uint64_t threads = 0;  // of the largest launch
  // Of the inputs: how many, and how many of them go into the results.
  std::uint64_t elements = 0, used = 0;
};

// How many elements the inputs have. Where the answer may change its input, that is the largest
// buffer.
[[nodiscard]] std::uint64_t elements_of_inputs(const std::vector<named_buffer>& buffers);

// Runs `code`, recorded, and follows what the host reads, and what stands in the buffers at the
// end, back to the inputs. Nothing if the record has gaps, or if the back end does not record.
[[nodiscard]] std::optional<makers> makers_of_results(const std::function<void()>& code,
                                                      const std::vector<named_buffer>& buffers);

}  // namespace lockstep::grader::diagnosis
