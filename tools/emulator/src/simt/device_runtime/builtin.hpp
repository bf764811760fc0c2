// Functions that device code calls and no module defines: printf, assert, malloc, free.
#pragma once

#include <string_view>

#include "simt/state/code.hpp"

namespace lockstep::simt {

// The action that does what `name` does for a call step (extra: code::calls, whose argument_slots
// and result_slots say where its parameters are). nullptr: not known.
action builtin(std::string_view name);

}  // namespace lockstep::simt
