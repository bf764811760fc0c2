// What every command gets: where the checkout is, its manifest, and the options of this call.
#pragma once

#include <functional>

#include "course/manifest.hpp"
#include "course/paths.hpp"
#include "programs/run_options.hpp"
#include "terminal/terminal.hpp"

namespace lockstep::tutor {

struct verdict;

struct context {
  checkout_paths paths;
  manifest course;
  run_options run;
  bool json = false;     // print JSON
  bool watched = false;  // for the watch, which checks each save and has keys of its own
  palette colours;
  unsigned processes = 1;  // at the same time, for one answer
  // For the line to blame, in each round: seconds of processor time.
  double most_work_of_trials = .6;
  // Gets the verdict before the line to blame is looked for, which takes a second or two.
  std::function<void(const verdict&)> first_verdict = {};
};

}  // namespace lockstep::tutor
