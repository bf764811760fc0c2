// Running other programs: the build tool, graders, the learner's programs.
//
// A grader holds code that may do anything: crash, loop for ever, print without end, start
// processes, or end the process before the grader has spoken. It runs in its own session with
// limits, and whatever it leaves behind is ended with it.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace lockstep::tutor {

using environment_changes = std::vector<std::pair<std::string, std::optional<std::string>>>;

// Ctrl-C or a request to end reached the tutor while a program ran; the program has been ended.
struct interrupted : std::runtime_error {
  explicit interrupted(int signal) : std::runtime_error("interrupted"), signal(signal) {}
  int signal;
};

struct resource_limits {
  std::chrono::milliseconds wall_time{0};   // 0: none
  std::size_t output_bytes = 4u << 20;      // written to standard output and error together
  std::uint64_t data_bytes = 0;             // memory of it and all that it starts; 0: none
  std::uint64_t file_bytes = 256ull << 20;  // size of any file it writes
  std::uint64_t disk_bytes = 1ull << 30;    // of all files in its folder, and of those it removed
  std::filesystem::path written_folder;     // the only one that it can write to; empty: not known
  unsigned extra_tasks = 512;               // processes and threads beyond those the user has now
};

struct command {
  std::vector<std::string>
      arguments;  // the first is the program, looked up on PATH if it has no slash
  environment_changes environment;  // no value: removed
  // Of the tutor's own environment it gets no more than what programs need to be found and to speak
  // a language, and what begins with CUDA_, NVCC_ or LOCKSTEP_.
  bool bare_environment = false;
  std::filesystem::path folder;  // to run in; empty: where the tutor runs
  // With limits the program is isolated: own session, no input, output captured, its descendants
  // ended with it. Without, it shares the tutor's terminal, or has its output captured if `capture`
  // is set.
  std::optional<resource_limits> limits;
  bool capture = false;
  bool output_to_error = false;  // without capture: its standard output goes to standard error
  bool keep_output = false;      // its standard output alone is captured;
  bool drop_errors = false;      // and its standard error goes nowhere
  bool no_input = false;         // its standard input is empty
  bool ends_with_us = false;     // if the tutor is killed; with limits it does anyway
  bool result_channel = false;   // adds LOCKSTEP_RESULT_FD
  std::function<void(std::string_view)> on_output;  // sees captured output as it comes
  std::function<bool()> should_stop;                // asked ten times a second
};

struct [[nodiscard]] process_end {
  enum class how { exited, signalled, timed_out, flooded, stopped, out_of_memory, too_many_tasks };
  how kind = how::exited;
  int code = 0;         // exit code or signal
  std::string output;   // captured standard output and error
  std::string results;  // what came through the result channel
  double seconds = 0;
  double work = 0;  // seconds of processor time, of it and what it has waited for

  bool succeeded() const { return kind == how::exited && code == 0; }
};

// Throws failure if the program cannot be started, interrupted on Ctrl-C.
process_end run(const command& what);

// Becomes the program; returns only by throwing failure.
[[noreturn]] void replace_by(const command& what);

// "segmentation fault (SIGSEGV)".
std::string signal_name(int signal);

}  // namespace lockstep::tutor
