// The companion in a terminal: shows the current exercise, grades it at every save, and takes keys.
#pragma once

#include "context.hpp"

namespace lockstep::tutor::watch {

struct options {
  bool manual = false;   // graded when asked, not at every save
  std::string exercise;  // to begin with; empty: the next that is not solved
};

int watch(const context& all, const options& how);

}  // namespace lockstep::tutor::watch
