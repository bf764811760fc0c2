// What graders and back ends write, one JSON object a line: docs/interfaces.md, sections 1 and 2.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "checks/finding.hpp"

namespace lockstep::tutor {

// Through the result channel of a grader.
struct case_failure {
  std::string message;  // its first line names the cause
  std::string file;
  unsigned line = 0;
};

struct case_record {
  std::string suite, name;
  bool passed = false;
  std::vector<case_failure> failures;
  std::string undecided;  // why the case could not be judged; empty: it was

  bool failed() const { return !passed && undecided.empty(); }
};

// A property, as it was measured where it came nearest to its bound.
struct measurement {
  std::string property;  // the case
  std::string what;      // "bank conflicts of loads"
  std::string relation;  // "at most", "at least", "exactly"
  double bound = 0, measured = 0;

  // How far it is from the bound, as a share of it; below 0 if it is missed.
  double margin() const;
  bool holds() const { return margin() >= 0; }
  bool is_of_same_property(const measurement& other) const {
    return property == other.property && what == other.what && relation == other.relation;
  }
};

// How long the answer took on a GPU.
struct timing {
  std::string what;  // the case: "N = 2^24"
  double milliseconds = 0;
  double bytes = 0;                      // that have to move; 0: memory is not the limit
  double peak_gigabytes_per_second = 0;  // of the GPU's memory, by clock and width
  std::string rival = {};                // what was timed beside it, if anything was
  double rival_milliseconds = 0;

  double gigabytes_per_second() const { return bytes / milliseconds / 1e6; }
};

struct end_record {
  std::string nonce;
  bool passed = false;
  std::uint64_t cases = 0, failed = 0;
};

struct grader_records {
  std::optional<std::string> exercise;  // of the begin record
  std::string last_trial;               // what was being tried when the records ended: "n = 1025"
  std::vector<case_record> cases;
  std::vector<measurement> measurements;
  std::vector<timing> times;
  std::vector<end_record> ends;
  unsigned malformed = 0;  // lines that are no record
};

grader_records parse_grader_records(std::string_view text);

// Through LOCKSTEP_REPORT of a back end.
struct refusal {
  std::string message, reason, kernel;

  // Nothing of the program can run here. Of a single call or instruction, it may do without.
  bool of_the_whole_program() const { return !reason.starts_with("unsupported"); }
};

struct report {
  bool started = false;  // the back end was loaded
  std::string backend, device;
  std::vector<checks::finding> findings;
  std::vector<refusal> refusals;
  std::map<std::string, std::uint64_t> kernels;  // by name: how often each was launched
  std::vector<std::string> launches;             // each the JSON text of an element of `launches`
  std::vector<std::string> trace;                // each the JSON text of a record of `trace`
};

report parse_report(std::string_view text);

}  // namespace lockstep::tutor
