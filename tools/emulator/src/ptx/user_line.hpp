// Whose source a file is: the user's, or that of a toolkit or the system.
#pragma once

#include <string_view>

namespace lockstep::ptx {

// A header that was installed with the compiler, the system or a CUDA toolkit.
bool is_installed_header(std::string_view path);

}  // namespace lockstep::ptx
