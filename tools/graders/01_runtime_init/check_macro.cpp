// Grader of 01_runtime_init/check_macro: a check that says what failed, where, and stops.
#include "01_runtime_init/check_macro.hpp"

#include <lockstep/grader.hpp>
#include <lockstep/protocol/phrase.hpp>

#include <cctype>
#include <csignal>
#include <string>
#include <vector>

#include "check_macro_kernels.hpp"

using namespace lockstep::grader;
using lockstep::protocol::phrase;

namespace {

constexpr int went_on = 42;  // the exit code of a process in which the answer returned
constexpr int threw = 43;    // ... or threw

// Arguments: code, call, file, line.
const separate_process given_code("given code", [](const std::vector<std::string>& arguments) {
  try {
    stop_on_error(static_cast<cudaError_t>(std::stoi(arguments.at(0))), arguments.at(1).c_str(),
                  arguments.at(2).c_str(), std::stoi(arguments.at(3)));
  } catch (...) {
    return threw;
  }
  return went_on;
});

const separate_process fault_in_kernel("fault in a kernel", [](const std::vector<std::string>&) {
  (void)cudaLaunchKernel(reinterpret_cast<const void*>(writes_to_null), 1, 1, nullptr, 0, nullptr);
  STOP_ON_ERROR(cudaDeviceSynchronize());
  return went_on;
});

std::string shown(const std::string& text) {
  return text.empty() ? "nothing" : "\"" + text.substr(0, text.find('\n')) + "\"";
}

constexpr const char* ends_program = "exit _Exit quick_exit _exit abort";
constexpr const char* prints = "fprintf fputs printf puts cerr cout";

void require_stop(const ending& end) {
  if (end.exit_code == went_on)
    throw wrong(phrase("program-went-on", "the program carried on"), "stop_on_error");
  if (end.exit_code == threw)
    throw wrong(phrase("function-threw",
                       "the function threw an exception; a caller could catch it and carry on"),
                "throw");
  if (end.exit_code == 0)
    throw wrong(
        phrase("ended-as-if-well", "the program ended with exit code 0, as if all were well"),
        ends_program);
  if (end.timed_out || end.flooded)
    throw wrong(phrase("program-was", "the program was {}", end.in_words()));
  if (end.signal != 0 && end.signal != SIGABRT)
    throw wrong(phrase("program-crashed", "the program crashed: {}", end.in_words()));
}

// The report is about what the runtime remembers, not about what the check was handed.
void require_own_code(const ending& end, const std::string& name) {
  if (end.errors.find(name) == std::string::npos &&
      end.errors.find(cudaGetErrorName(cudaSuccess)) != std::string::npos)
    throw wrong(phrase("reports-success",
                       "the report is about cudaSuccess, but the code passed was {}", name),
                "cudaGetLastError cudaPeekAtLastError cudaGetErrorName");
}

void require_words(const ending& end, const std::vector<std::string>& words) {
  const bool says_it_elsewhere =
      end.errors.empty() && end.output.find(words.front()) != std::string::npos;
  if (says_it_elsewhere)
    throw wrong(
        phrase("reports-to-output", "the report goes to standard output, not to standard error: {}",
               shown(end.output)),
        "printf puts cout fprintf", 1);
  for (const std::string& word : words) {
    if (end.errors.find(word) != std::string::npos) continue;
    throw wrong(
        phrase("errors-do-not-say", "`{}` is missing from standard error, which received {}", word,
               shown(end.errors)),
        prints);
  }
}

// A call and a place that nobody knows in advance. A line of four digits is in no other word; a
// remainder is no conversion, unless the call is taken for a format.
std::string call_at(int line) { return "cudaSome" + std::to_string(line % 1000) + "(n % divisor)"; }
ending run_with(cudaError_t code, const std::string& file, int line) {
  return given_code.run({std::to_string(code), call_at(line), file, std::to_string(line)});
}

std::string name_of(unsigned code) { return cudaGetErrorName(static_cast<cudaError_t>(code)); }
std::string text_of(unsigned code) { return cudaGetErrorString(static_cast<cudaError_t>(code)); }

const std::vector<unsigned> errors = {cudaErrorInvalidValue, cudaErrorMemoryAllocation,
                                      cudaErrorInvalidConfiguration, cudaErrorInvalidDevice,
                                      cudaErrorLaunchFailure};

// Errors that nobody has typed in: two more that the runtime has a name for.
std::vector<unsigned> with_others() {
  std::vector<unsigned> some = errors;
  while (some.size() < errors.size() + 2) {
    const unsigned code = unsigneds(1, 2, 999).front();
    if (name_of(code) != name_of(cudaErrorUnknown + 1)) some.push_back(code);
  }
  return some;
}

// cudaErrorInvalidDevice begins cudaErrorInvalidDeviceFunction, and is not named there.
bool names(const std::string& text, const std::string& word) {
  for (auto at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    const auto end = at + word.size();
    if (end == text.size() || std::isalnum(static_cast<unsigned char>(text[end])) == 0) return true;
  }
  return false;
}

// A list of all errors has the right one in it, and tells nobody anything.
void require_no_other_error(const ending& end, unsigned code) {
  for (const unsigned other : errors)
    if (other != code && names(end.errors, name_of(other)))
      throw wrong(phrase("reports-other-error", "the report names {}, but the error is {}",
                         name_of(other), name_of(code)),
                  prints);
}

}  // namespace

TEST_SUITE("results") {
  TEST_CASE("an error stops the program") {
    const char* advice = "std::exit ends a program; which exit code says that it failed?";
    for_every("error", errors, advice, [](unsigned code) {
      require_stop(run_with(static_cast<cudaError_t>(code), "somewhere.cu", 17));
    });
  }

  TEST_CASE("the report says what failed, and where") {
    const char* advice =
        "The parameters give the call and its place; cudaGetErrorName and cudaGetErrorString\n"
        "turn a code into words. Write the report to standard error. The text of a call may\n"
        "contain a %, so do not pass it as the format of printf.";
    const int line = integers_between(1, 1000, 9999).front();
    for_every("error", with_others(), advice, [line](unsigned code) {
      const std::string file = "folder/of_" + std::to_string(code) + ".cu";
      const ending end = run_with(static_cast<cudaError_t>(code), file, line);
      require_own_code(end, name_of(code));
      require_words(end, {file, std::to_string(line), call_at(line), name_of(code), text_of(code)});
      require_no_other_error(end, code);
    });
  }

  TEST_CASE("success leaves no trace") {
    const char* advice = "cudaSuccess is a code, too: the one for which there is nothing to do.";
    for_every("error", {cudaSuccess}, advice, [](unsigned) {
      const ending end = run_with(cudaSuccess, "somewhere.cu", 17);
      if (end.exit_code != went_on)
        throw wrong(phrase("ended-without-failure", "the program ended though nothing failed: {}",
                           end.in_words()),
                    ends_program);
      if (!end.output.empty() || !end.errors.empty())
        throw wrong(
            phrase("printed-without-failure", "something was printed though nothing failed: {}",
                   shown(end.output + end.errors)),
            prints);
    });
  }

  TEST_CASE("a fault in a kernel is reported by the next call that waits") {
    const char* advice = "The kernel's fault is the code that cudaDeviceSynchronize returns.";
    for_every("threads", {1}, advice, [](unsigned) {
      const ending end = fault_in_kernel.run();
      require_stop(end);
      require_words(end, {"cudaDeviceSynchronize()", "check_macro.cpp",
                          name_of(cudaErrorIllegalAddress), text_of(cudaErrorIllegalAddress)});
    });
  }
}
