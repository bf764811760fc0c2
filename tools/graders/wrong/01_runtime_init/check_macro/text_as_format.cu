// fails: results: text_as_format.cu:14: errors-do-not-say
//
// The report is made first, and then taken for the format: a % of the call begins a conversion.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "01_runtime_init/check_macro.hpp"

void stop_on_error(cudaError_t code, const char* call, const char* file, int line) {
  if (code == cudaSuccess) return;
  const std::string report = std::string(file) + ":" + std::to_string(line) + ": " + call + ": " +
                             cudaGetErrorName(code) + ": " + cudaGetErrorString(code) + "\n";
  std::fprintf(stderr, report.c_str());
  std::exit(EXIT_FAILURE);
}
