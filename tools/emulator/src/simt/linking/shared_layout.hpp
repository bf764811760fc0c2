// Where the variables of a kernel are in shared memory.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "simt/linking/linked_image.hpp"

namespace lockstep::simt {

// The offsets of a kernel's shared variables. Key: module, function (~0u: module scope), variable.
struct shared_layout {
  std::map<dimensions, std::uint32_t> offsets;
  std::uint32_t static_bytes = 0;
};
shared_layout lay_out_shared(const linked_image& image, const std::vector<function_id>& functions);

}  // namespace lockstep::simt
