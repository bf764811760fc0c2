// Decoded functions -> executable code.
#pragma once

#include <memory>

#include "simt/linking/linked_image.hpp"
#include "simt/state/code.hpp"

namespace lockstep::simt {

// Lowers `kernel` and everything it can call. Throws unsupported for an
// instruction or callee that is not known, by name.
[[nodiscard]] std::unique_ptr<code> lower(linked_image& image, function_id kernel, code_form form);

}  // namespace lockstep::simt
