// A place in the order of streams, for each of those who keep one: the checks and the model of
// time.
#pragma once

#include "checks/clock.hpp"

namespace lockstep::cudart {

struct order_marks {
  checks::event_ref of_checks, of_launches;
};

}  // namespace lockstep::cudart
