// What a verdict calls the answer's file.
#pragma once

#include <string>

#include "verdict/verdict.hpp"

namespace lockstep::tutor::classroom {

// Wherever the verdict names the file `from`, it names `to` from now on.
void rename_file(verdict& of, const std::string& from, const std::string& to);

}  // namespace lockstep::tutor::classroom
