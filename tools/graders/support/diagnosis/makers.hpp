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
  // How many, the fewest threads that have made half of them, and the line that makes most.
  struct count {
    std::uint64_t all = 0, half_by = 0;
    source_place most_in = {};
  };
  // Operations that join elements of the inputs on their way to the results. An element joins the
  // others once, so what a thread adds for show, as by `x ^= y; x ^= y`, counts once at most.
  // That says something where there are far fewer results than elements.
  count joins;
  count operations;           // on two values, on the ways to the results
  count accesses;             // to global memory, on the ways to the results
  count results;              // elements that were written last
  std::uint64_t threads = 0;  // of all launches
  // Of the inputs: how many, and how many of them go into the results.
  std::uint64_t elements = 0, used = 0;
  // Something is not in the record, so nothing above is known; where, if that has a place.
  bool has_gaps = false;
  source_place gap = {};
};

// How many elements the inputs have. Where the answer may change its input, that is the largest
// buffer.
[[nodiscard]] std::uint64_t elements_of_inputs(const std::vector<named_buffer>& buffers);

// Runs `code`, recorded, and follows what the host reads, and what stands in the buffers at the
// end, back to the inputs. Nothing if the back end does not record.
[[nodiscard]] std::optional<makers> makers_of_results(const std::function<void()>& code,
                                                      const std::vector<named_buffer>& buffers);

}  // namespace lockstep::grader::diagnosis
