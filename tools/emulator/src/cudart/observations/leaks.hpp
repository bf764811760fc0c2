// Memory that the program has not freed when it ends.
#pragma once

namespace lockstep::cudart {

void report_leaks_at_exit();

}  // namespace lockstep::cudart
