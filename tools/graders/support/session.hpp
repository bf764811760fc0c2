// What the parts of the support library know of the run in progress.
#pragma once

#include <doctest/doctest.h>

#include <lockstep/grader/trials.hpp>
#include <lockstep/observe.hpp>
#include <lockstep/protocol/grader_records.hpp>
#include <lockstep/protocol/phrase.hpp>

#include <cstdint>
#include <ctime>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "diagnosis/explanation.hpp"
#include "diagnosis/missed_property.hpp"
#include "draws.hpp"

namespace lockstep::grader {

using protocol::phrase;

struct session {
  // From the environment, taken out of it before any code under test runs.
  std::string nonce;
  int result_descriptor = -1;   // of the tutor, which reads records there; -1: there is none
  int verdict_descriptor = -1;  // of the supervisor (supervisor.hpp); -1: there is none
  std::uint64_t seed = 0;
  draws drawn;          // of the inputs
  std::string checks;   // which the back end was asked for: "all", or a list
  std::string problem;  // why the grader cannot run; empty if it can

  std::vector<std::string> arguments;  // of a process that runs a single body

  const doctest::TestCaseData* test_case = nullptr;  // the one that runs now
  bool explaining = false;                           // a trial that has failed runs again
  bool experimenting = false;                        // likewise, with a change to its kernels
  // A trial of properties has failed for the launches by its kernels; what was required of them.
  std::optional<launch_plan> wrong_launches;
  // The test cases of results run again, by doctest's back door, while something is supposed of the
  // answer: nothing is reported then.
  bool supposing = false, supposition_fails = false;
  // Of a test case that is undecided then, as where registers are not known: whether it fails.
  bool undecided_fails = true;
  std::clock_t supposing_until = 0;               // by the work of this process
  diagnosis::explanation cause;                   // of the failure that is reported next
  std::optional<diagnosis::missed_bound> missed;  // by the trial that runs
  std::size_t trial = 0;                          // its number
  // By the messages of findings: the same with the names of buffers.
  std::map<std::string, std::string> named_findings;
  std::optional<lockstep::observe> predicting;  // until predictions are judged: their launches
  std::string not_decided;  // why it says neither right nor wrong; empty if it does

  std::string failed_suite;   // the first suite in which a test case failed
  bool device_lost = false;   // a kernel failed in a way that the device does not survive
  std::string first_finding;  // the trial in which a check first found something: "N = 31"
  std::string leak;           // the first trial that leaves device memory allocated each time

  // Test cases run so far. Undecided ones of the suite `time` do not count: times decide nothing.
  unsigned cases = 0, failed_cases = 0, undecided_cases = 0;
  std::string first_undecided;  // its reason
};

session& current_session();

// Whether all test cases of a suite, or that of one name, would succeed as the answer is now
// supposed to be.
bool would_succeed(const char* suite, const char* name = nullptr);

// Whether the tutor reads records and gives the verdict. Otherwise the exit code is the verdict.
inline bool has_tutor() { return current_session().result_descriptor >= 0; }

// Writes one record for the tutor; does nothing if nobody reads them.
void record_trial(const std::string& trial);
// A property: what was measured of it, and its bound. `relation`: "at most", "at least", "exactly".
void record_measurement(const std::string& what, const char* relation, double bound,
                        double measured);
// Of the case that runs, which need not be named.
void record_model_time(protocol::modelled_timing modelled);
// `rival`: the name of what was timed beside it, or empty.
void record_time(double milliseconds, double bytes, double peak_gigabytes_per_second,
                 const std::string& rival, double rival_milliseconds);
// Whether an alternative to the answer (alternatives.hpp) makes all trials succeed.
void record_alternative(std::uint64_t number, bool succeeds);

// Marks the test case that runs now as failed, at its own place in the grader or at one in the
// answer.
void fail_case(const std::string& message);
void fail_case(const std::string& message, const char* file, int line);

// A failure as a person reads it: the cause, then everything else, indented below it.
std::string with_advice(std::string text, const char* advice);

// Says why the test case that runs now decides nothing. Without the tutor it fails, unless another
// one has before.
void leave_undecided(const std::string& reason);

}  // namespace lockstep::grader
