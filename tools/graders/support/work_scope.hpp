// Keeps how the threads of launches share the work, for the requirements of shares.hpp.
#pragma once

#include <functional>

namespace lockstep::grader {

class work_scope {
 public:
  work_scope();
  work_scope(const work_scope&) = delete;
  work_scope& operator=(const work_scope&) = delete;
  ~work_scope();

  // The launches of the scope are now those that were measured last.
  void note() const;
};

// Calls code under test, and looks into some of its runs: who makes the results. What is found
// counts as measured (`require_runs_shared`).
void run_measured(const std::function<void()>& code);

// As if no trial of results had been uneven.
void forget_runs();

}  // namespace lockstep::grader
