// Which thread an element belongs to, judged by those elements that threads have touched.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "explanation.hpp"
#include "recording.hpp"

namespace lockstep::grader::diagnosis {

enum class use { writes, reads };

// Why no thread touches some elements of a buffer though others are touched.
struct absence {
  std::string reason;  // "the grid has only 3 blocks of 256 threads"; empty: not known
  source_place place;
  std::string launch_of = {};  // in place of a line: where the host launches this kernel
  bool is_in_loop = false;     // the place is an access that should go on for longer
};

// Adds the reason to the sentence, and takes the place over.
void add(const absence& why, explanation& to);

// The branch at which the way of a thread parts from that of another one; an index of a site.
[[nodiscard]] std::optional<std::uint32_t> parting(
    const std::vector<const lockstep_decision*>& own,
    const std::vector<const lockstep_decision*>& others);

// ", until the condition on line 22 ends its loop", if that is the last thing that a thread
// decides.
[[nodiscard]] std::string end_of_loop(const recording& seen, std::uint32_t launch,
                                      std::uint32_t thread);

// `elements` of buffer `b` are not touched.
[[nodiscard]] absence why_untouched(const recording& seen, std::size_t b, use how,
                                    const std::vector<std::size_t>& elements);

}  // namespace lockstep::grader::diagnosis
