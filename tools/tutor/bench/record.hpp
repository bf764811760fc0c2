// What the bench programs of the chapters write, one JSON object a line, and what of it makes a
// run: docs/bench.md says what the fields mean.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockstep::tutor::bench {

struct machine {
  std::string device;              // "NVIDIA H200"
  std::string compute_capability;  // "9.0"
  std::string line;                // all that tells it from others, and the date, for people
  unsigned multiprocessors = 0;
  double peak_gbps = 0;  // of the memory, by clock and bus width
  double sm_mhz = 0, memory_mhz = 0;
};

// One case: a kernel, on so many elements of a type, which lie in DRAM or in the L2 cache.
struct result {
  std::string chapter, kernel, type, operation, residency, note;
  std::vector<std::pair<std::string, std::string>> parameters;  // of the case: block, 32x16
  std::vector<std::pair<std::string, std::string>> found;       // by the check: error, 1.2e-8
  std::uint64_t elements = 0;
  double bytes = 0;          // that must be moved; 0: the kernel is not about memory
  bool right = false;        // or else it was not timed
  std::optional<double> us;  // median microseconds of a launch
  double spread = 0;         // between the quartiles, in percent of the median
  unsigned samples = 0;
  double sm_mhz = 0;                                    // while it ran; 0: not known
  std::optional<double> ceiling_us, cub_us, thrust_us;  // of the same work, timed in the same run

  std::optional<double> gbps() const;
  std::optional<double> share_of_peak(const machine& on) const;  // percent; of what lies in DRAM
  std::optional<double> share_of_ceiling() const;                // percent
  // How many times as long they take: above 1 the kernel is faster.
  std::optional<double> against_cub() const;
  std::optional<double> against_thrust() const;

  // "22 redux, int sum, 2^24, dram"
  std::string name() const;
};

// What others are compared with: CUB, Thrust, reading alone.
bool is_reference(std::string_view kernel);

bool is_same_case(const result& a, const result& b);

// "2^24", or "1,000" for what is no power of two.
std::string size_text(std::uint64_t elements);

// Which cases were asked for; empty: all that there are.
struct selection {
  std::vector<std::string> chapters;  // by whole name
  std::vector<std::string> sizes, types, operations, residency, kernels;
  std::optional<double> spread;   // percent: repeat until it is as small
  std::optional<double> seconds;  // at most, for a case

  bool operator==(const selection&) const = default;
  // As a bench program wants it.
  std::vector<std::string> arguments() const;
};

struct chapter_run {
  std::string name;
  std::optional<std::size_t> planned;  // cases, about; not known before the program has said it
  std::size_t groups = 0;              // of cases, that it has finished
  std::size_t settled = 0;             // results of finished groups: others are measured again
  std::vector<result> results;         // of a case that was measured twice, the last
  bool finished = false;               // its program came to its end
  std::vector<std::string> malformed;  // lines that are no records
};

struct recorded_run {
  selection asked;
  std::optional<machine> on;
  std::vector<chapter_run> chapters;
  std::string other_machine;  // records of a second device came; its name

  chapter_run* find(std::string_view chapter);
  // The result of the same case, or none.
  const result* find_case(const result& like) const;
  // Takes in one line: of a program, or of ours about it. False if it is no record; it is kept as
  // malformed. Kinds that are not known are left alone.
  bool read(std::string_view line);
  bool complete() const;
  bool all_right() const;
  std::size_t measured() const;
  std::size_t malformed() const;

 private:
  chapter_run& chapter(const std::string& name);  // new, if there is none
  bool refuse(std::string_view line);
  void keep(result one);

  std::string current_;  // the chapter whose program writes
};

[[nodiscard]] recorded_run parse_run(std::string_view text);

// Records of ours, around those of the programs, each a line.
std::string run_record(const selection& asked);
std::string begin_record(const std::string& chapter);
std::string end_record(const std::string& chapter, int exit_code);

}  // namespace lockstep::tutor::bench
