// 01_runtime_init/check_macro: a check that says what failed, and stops
// Task       Finish stop_on_error(): for any code but cudaSuccess, print to standard error what
//            failed and where, and end the program with a failure code.
// Given      The macro STOP_ON_ERROR wraps a call of the runtime and passes its code, its text, its
//            file and its line to the function. So far that only says that something failed, and
//            the program carries on with data that nobody computed.
// Done when  the report has file, line, call, error name and error text; the program ends with an
//            exit code that is not 0, or by abort(), and throws nothing; cudaSuccess leaves no
//            trace; a fault in a kernel is reported, too. Each case runs in a process of its own.
// Interface  void stop_on_error(cudaError_t code, const char* call, const char* file, int line);
#include <cstdio>
#include <cstdlib>
#include <string>

#include "01_runtime_init/check_macro.hpp"

namespace {
std::string describe(cudaError_t code, const char* call, const char* file, int line) {
  std::string text = file;
  text += ":" + std::to_string(line) + ": ";
  text += call;
  text += std::string(" -> ") + cudaGetErrorName(code) + ", " + cudaGetErrorString(code) + "\n";
  return text;
}
}  // namespace

void stop_on_error(cudaError_t code, const char* call, const char* file, int line) {
  if (code != cudaSuccess) {
    const std::string text = describe(code, call, file, line);
    std::fprintf(stderr, text.c_str());
    std::fflush(stderr);
    std::exit(EXIT_FAILURE);
  }
}
