// How long a passed answer would take on a GPU, by the model: beside what an H200 took for the
// solution, and, of a case that has one, its place on a ladder of kernels.
#pragma once

#include <string>
#include <vector>

#include "course/manifest.hpp"
#include "course/paths.hpp"
#include "verdict/verdict.hpp"

namespace lockstep::tutor {

// A few lines for each case; empty if there are no times.
std::vector<std::string> model_time_lines(const verdict& passed, const exercise& exercise,
                                          const checkout_paths& paths);

}  // namespace lockstep::tutor
