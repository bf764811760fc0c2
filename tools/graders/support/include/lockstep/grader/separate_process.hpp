// Code under test that ends the process, or leaves an error that stays: it runs in a process of its
// own, in which the CUDA runtime has not been used, and its output is captured.
//
//   const separate_process third_call("third call fails", [](const std::vector<std::string>&) {
//     check_each_call(3);  // the answer; must not return
//     return 42;
//   });
//   ...
//   const ending end = third_call.run();
//   if (end.exit_code == 42) throw wrong("the program went on after the error");
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace lockstep::grader {

struct ending {
  int exit_code = -1;      // what the body returned or exit() was given, if it ended by itself
  int signal = 0;          // what ended it, or 0
  bool timed_out = false;  // it was ended, because it still ran
  bool flooded = false;    // it was ended, because it printed without end
  std::string output;      // standard output
  std::string results;     // what the body gave by give_result()
  std::string errors;      // standard error

  bool exited() const { return exit_code >= 0; }
  // "exit code 3", "ended by SIGABRT (Aborted)", "still running after 5 s".
  std::string in_words() const;
};

// In a body: to be read from `results`, where nothing else can stand, whatever a kernel prints.
void give_result(const std::string& text);

class separate_process {
 public:
  using body = int (*)(const std::vector<std::string>& arguments);

  // At namespace scope, so that the process finds it again by its name.
  separate_process(const char* name, body code);

  // What checks find there is in no report, because such code is asked to go wrong.
  [[nodiscard]] ending run(const std::vector<std::string>& arguments = {},
                           std::chrono::milliseconds limit = std::chrono::seconds(5)) const;

 private:
  const char* name_;
};

}  // namespace lockstep::grader
