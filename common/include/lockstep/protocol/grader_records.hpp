// What a grader writes to its result channel, one JSON object a line (docs/interfaces.md, section
// 2), in both directions. C++17: graders include it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::protocol {

struct case_failure {
  std::string message;  // its first line names the cause
  std::string file;     // of the test case
  unsigned line = 0;
  std::string cause_file = {};  // the place in the answer that the first line is about; empty: none
  unsigned cause_line = 0;
  // In place of a line: where the program launches this kernel, or what stands there ("printf
  // puts": either), and which of its occurrences is meant if there are several; 0: none of them. Of
  // a launch occurrence 1 is what the grid is computed from, 2 what the block is.
  std::string cause_launch = {};
  std::string cause_name = {};
  unsigned cause_occurrence = 0;
  // Which line the place is, seen from that one: "" itself, "subscript" where its subscript gets
  // its value, "declaration" where the variable that it assigns is declared, "loop" the head of the
  // loop around it, "host" the function of the host, if there is one alone, "comment" where a
  // comment says the name, if the code does not.
  std::string cause_seen_from = {};
};

struct case_record {
  std::string suite, name;
  bool passed = false;
  // Of an undecided case: what an experiment has shown of the finding that ended it, as the part of
  // a line that is to blame ("the comparison").
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
  std::string rival = {};                // what was timed for comparison, if anything was
  double rival_milliseconds = 0;

  double gigabytes_per_second() const { return bytes / milliseconds / 1e6; }
};

// How long a GPU would take for the answer, by the emulator's model.
struct modelled_timing {
  std::string what;               // the case
  std::string device;             // the GPU: "h200"
  double microseconds = 0;        // of all launches together
  double error_percent = 0;       // about nine of ten such times are as near as that
  std::string limited_by;         // "DRAM", ...
  unsigned other_work = 0;        // copies and fills, whose time is not in it
  std::string refused = {};       // why there is none; empty: there is
  std::string rival = {};         // as of a timing
  double rival_microseconds = 0;  // 0: there is none
};

struct begin_record {
  std::string exercise;
  std::uint64_t seed = 0;  // of the inputs
  std::string backend;
};

// The input that is tried next.
struct trial_record {
  std::string suite, name;  // of the case
  std::string trial;        // "N = 31"
};

struct end_record {
  std::string nonce;
  bool passed = false;
  std::uint64_t cases = 0, failed = 0;
};

// A record as a line, with its newline. Text that is not UTF-8 is replaced.
std::string line_of(const begin_record& begin);
std::string line_of(const trial_record& trial);
std::string line_of(const case_record& judged);
std::string line_of(const measurement& measured);      // of the suite "properties"
std::string line_of(const timing& timed);              // of the suite "time"
std::string line_of(const modelled_timing& modelled);  // likewise
std::string line_of(const end_record& end);

// A signal ends the program. Nothing but plain text: it is written by a signal's handler.
struct crash_record {
  std::string why;    // "division_by_zero", "stack_overflow", or empty
  std::string error;  // of the runtime, that nobody has fetched: "cudaErrorInvalidDevice"; or empty
  std::vector<std::uint64_t>
      frames;  // offsets in the executable: the instruction, then the callers
};

struct grader_records {
  std::optional<std::string> exercise;  // of the begin record
  std::string last_trial;               // what was being tried when the records ended: "n = 1025"
  std::vector<case_record> cases;
  std::vector<measurement> measurements;
  std::vector<timing> times;
  std::vector<modelled_timing> model_times;
  std::vector<end_record> ends;
  std::optional<crash_record> crash;
  unsigned malformed = 0;  // lines that are no record
};

[[nodiscard]] grader_records parse_grader_records(std::string_view text);

}  // namespace lockstep::protocol
