// What every command gets: where the checkout is, its manifest, and the options of this call.
#pragma once

#include "course/manifest.hpp"
#include "course/paths.hpp"
#include "programs/run_options.hpp"
#include "terminal/terminal.hpp"

namespace lockstep::tutor {

struct context {
  checkout_paths paths;
  manifest course;
  run_options run;
  bool json = false;     // print JSON
  bool watched = false;  // for the watch, which checks each save and has keys of its own
  palette colours;
};

}  // namespace lockstep::tutor
