// For tests: the model without one part of its physics, to see what that part is worth.
#pragma once

#include <string_view>

#include "timing/machine.hpp"
#include "timing/model.hpp"

namespace lockstep::timing {

// Whether there is a part of that name. "instruction order" is the program's, not the machine's.
[[nodiscard]] bool is_part(std::string_view part);
void remove_part(std::string_view part, machine& on, launch& what);

}  // namespace lockstep::timing
