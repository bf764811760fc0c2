// The program that tries an answer's alternatives, compiled and linked.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiment/code.hpp"
#include "experiment/edits.hpp"
#include "experiment/experiment.hpp"
#include "experiment/hunks.hpp"

namespace lockstep::tutor::experiment {

// `name`: of its files. Edits in which a compiler finds fault are left out, and what is borrowed is
// from then on, if the fault is there. Nothing if it cannot be made.
[[nodiscard]] std::optional<trial_program> program_for(const code& answer, std::vector<edit>& edits,
                                                       borrowed& more, const std::string& name,
                                                       const workshop& with);

}  // namespace lockstep::tutor::experiment
