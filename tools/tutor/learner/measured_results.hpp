// What a passed exercise has measured: the counters behind its properties, from the first attempt
// to this one, and on a GPU the time.
#pragma once

#include <string>
#include <vector>

#include "learner/progress.hpp"
#include "verdict/verdict.hpp"

namespace lockstep::tutor {

// Lines of small tables; empty if nothing was measured. `before` is the progress without this
// verdict.
std::vector<std::string> measured_results(const verdict& passed, const exercise_progress& before);

}  // namespace lockstep::tutor
