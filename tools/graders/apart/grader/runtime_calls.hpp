// The answer's calls of the runtime, made here.
#pragma once

#include "../messages.hpp"
#include "../runtime_calls.hpp"

namespace lockstep::apart {

// Throws `broken`.
outgoing make_call(call_id which, incoming& call);

}  // namespace lockstep::apart
