// Memory that the program has not freed when it ends.
#pragma once

#include "memory/address_space.hpp"

namespace lockstep::cudart {

void report_leaks_at_exit();

// The call of the runtime that the program is in has made this: if nobody frees it, its place is
// named.
void note_allocation(const memory::allocation& made);

}  // namespace lockstep::cudart
