// Pictures of a run, which tools/book/book bench-plots draws.
#pragma once

#include <filesystem>

#include "course/paths.hpp"

namespace lockstep::tutor::bench {

// Throws failure (setup missing) where Python or matplotlib is not installed: better before an hour
// of measuring than behind it.
void require_plotting();

// Draws what is in the file of records into the folder, and names each picture. Throws as above,
// and if the pictures cannot be written.
void draw_plots(const checkout_paths& paths, const std::filesystem::path& records,
                const std::filesystem::path& folder);

}  // namespace lockstep::tutor::bench
