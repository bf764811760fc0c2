// The fixture's grader: three cases, and the records of docs/interfaces.md. Without the tutor its
// exit code is the verdict.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "01_first/square.hpp"

int steps = 0;

namespace {

std::string value_of(const char* name, const char* otherwise) {
  const char* value = std::getenv(name);
  return value == nullptr ? otherwise : value;
}

const int channel = std::stoi(value_of("LOCKSTEP_RESULT_FD", "-1"));
const std::string nonce = value_of("LOCKSTEP_NONCE", "");
int failed = 0;

void write_record(const std::string& record) {
  if (channel < 0) return;
  const std::string line = record + "\n";
  if (write(channel, line.data(), line.size()) < 0) std::abort();
}

void report_case(const std::string& suite, const std::string& failure) {
  failed += failure.empty() ? 0 : 1;
  const std::string list =
      failure.empty()
          ? ""
          : R"({"message":")" + failure + R"(","file":"../tools/graders/grader.cpp","line":9})";
  write_record(R"({"type":"case","suite":")" + suite + R"(","name":"the )" + suite +
               R"(","passed":)" + (failure.empty() ? "true" : "false") + R"(,"failures":[)" + list +
               "]}");
}

std::string wrong_result() {
  for (int n = 0; n < 4; ++n) {
    const std::string trial = "n = " + std::to_string(n);
    write_record(R"({"type":"trial","suite":"results","name":"the results","trial":")" + trial +
                 "\"}");
    const int got = square(n);
    if (got != n * n) {
      return trial + ": expected " + std::to_string(n * n) + ", got " + std::to_string(got) +
             R"(\n  Multiply.)";
    }
  }
  return {};
}

int grade() {
  unsetenv("LOCKSTEP_NONCE");
  write_record(R"({"type":"begin","exercise":"01_first/square","seed":1,"backend":"mock"})");
  report_case("results", wrong_result());
  report_case("checks", "");
  report_case("properties",
              steps > 4 ? "steps: " + std::to_string(steps) + ", should be at most 4" : "");
  write_record(R"({"type":"end","nonce":")" + nonce + R"(","passed":)" +
               (failed ? "false" : "true") + R"(,"cases":3,"failed":)" + std::to_string(failed) +
               "}");
  return failed ? 1 : 0;
}

// In a process of its own, which says when it has come to its end.
int grade_alone() {
  int ends[2];
  if (pipe(ends) != 0) return 5;
  const pid_t child = fork();
  if (child == 0) {
    alarm(static_cast<unsigned>(std::stoi(value_of("LOCKSTEP_TIME_LIMIT", "11"))));
    const int code = grade();
    _exit(write(ends[1], "!", 1) == 1 && mock_findings() == 0 ? code : 1);
  }
  close(ends[1]);
  char last_word = 0;
  const bool came_to_its_end = read(ends[0], &last_word, 1) == 1;
  int status = 0;
  waitpid(child, &status, 0);
  return came_to_its_end && WIFEXITED(status) ? WEXITSTATUS(status) : 2;
}

}  // namespace

int main() { return channel < 0 ? grade_alone() : grade(); }
