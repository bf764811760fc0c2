// The back end of commands that measure time.
#pragma once

#include <string>

#include "context.hpp"
#include "programs/backend.hpp"

namespace lockstep::tutor::commands {

// A GPU, or the library that was asked for. Throws failure (setup missing) for the emulator: it
// would give times, and they would mean nothing. `advice` says what to do instead.
[[nodiscard]] backend clocked_backend(const context& all, const std::string& advice);

}  // namespace lockstep::tutor::commands
