// What an answer may use of what it does not define itself.
#pragma once

#include <string>

namespace lockstep::tutor {

// Whether a symbol that an object file leaves undefined is the CUDA runtime's, the C++ library's,
// or one of those functions of the C library that compute, format, print or allocate. All others
// would give an answer a way round the grader: files (of memory, too), other processes, the
// environment, and functions found by their names.
[[nodiscard]] bool is_allowed(const std::string& symbol);

}  // namespace lockstep::tutor
