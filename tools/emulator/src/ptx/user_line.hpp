// Whose source a file is.
#pragma once

#include <string_view>

namespace lockstep::ptx {

// A header of the toolkit or of the system, by where it lies.
bool is_installed_header(std::string_view path);

}  // namespace lockstep::ptx
