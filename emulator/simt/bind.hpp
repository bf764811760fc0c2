// Decoded functions -> executable code.
#pragma once

#include <memory>

#include "simt/code.hpp"
#include "simt/image.hpp"

namespace lockstep::simt {

// Binds `kernel` and everything it can call. Throws unsupported for an
// instruction or callee that is not known, by name.
std::unique_ptr<code> bind(image_impl& image, function_id kernel, code_form form);

}  // namespace lockstep::simt
