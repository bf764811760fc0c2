// A test case as a loop of trials: the smallest input that fails is what a person can think about,
// and which others fail with it is the pattern that gives the cause away.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace lockstep::grader {

// Thrown in a trial: the answer is wrong. The first line of the message names the cause. If that
// has a place in host code, `name` is what stands there ("printf puts": one of the two), which the
// tutor looks for; it says no line if there are several, unless `occurrence` says which (1: the
// first).
struct wrong : std::runtime_error {
  using std::runtime_error::runtime_error;
  wrong(const std::string& message, std::string name, unsigned occurrence = 0)
      : std::runtime_error(message), name(std::move(name)), occurrence(occurrence) {}
  std::string name;
  unsigned occurrence = 0;
  // The place itself, where it is known.
  std::string file;
  unsigned line = 0;
};

// Thrown in a trial: this run cannot decide whether the answer is right. The message says why.
struct undecided : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Makes a trial with each of `values`, in order, and fails the test case if the answer is wrong for
// one. The message begins with the first of them ("N = 31: expected 1234, got 0") and ends with
// `advice`: what to do or where to read on.
//
// One cause is reported once. After a fault that the device does not survive no more trials are
// made, here and in later cases; if a check of the back end saw it happen, the suite `checks` tells
// it, and the results are left undecided.
void for_every(const char* name, const std::vector<unsigned>& values, const char* advice,
               const std::function<void(unsigned)>& trial);

// A trial that has failed runs again, so that its failure can be explained.
[[nodiscard]] bool explaining();

// Whether a test case before this one has failed: what a wrong answer may make endless need not be
// tried then.
[[nodiscard]] bool a_case_has_failed();

// It runs with a small change to its kernels, of which nothing is reported.
[[nodiscard]] bool experimenting();

// Why a trial fails that a separate process has made; for that process. Launches that are lost are
// no cause by themselves. Empty if it is not known.
[[nodiscard]] std::string cause_of_failure(const std::function<void()>& trial);
// The same in the process of the grader, in the trial that fails.
void note_cause(const std::string& cause);

// In a trial of the suite `properties` that fails: launches by kernels are too many or too few, so
// who launched what explains it.
enum class launch_plan { one_by_each_grid, any };
void note_wrong_launches(launch_plan required);

// The test case of the suite `checks`: fails if the checks of the back end found anything so far,
// or if a trial leaves memory of the device allocated, and again when it is repeated.
void require_no_findings();

}  // namespace lockstep::grader
