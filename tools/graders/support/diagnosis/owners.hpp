// Which thread an element belongs to, judged by those elements that threads have touched.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "recording.hpp"

namespace lockstep::grader::diagnosis {

enum class use { writes, reads };

// Why no thread touches some elements of a buffer though others are touched.
struct absence {
  std::string reason;  // "the grid has only 3 blocks of 256 threads"; empty: not known
  source_place place;
  std::string launch_of = {};  // in place of a line: where the host launches this kernel
};

// `elements` of buffer `b` are not touched.
[[nodiscard]] absence why_untouched(const recording& seen, std::size_t b, use how,
                                    const std::vector<std::size_t>& elements);

}  // namespace lockstep::grader::diagnosis
