#include <cstdio>
#include <cstdlib>
#include <string>

#include "01_runtime_init/check_macro.hpp"

void stop_on_error(cudaError_t code, const char* call, const char* file, int line) {
  if (code == cudaSuccess) return;

  std::string report = file;
  report += ":" + std::to_string(line) + ": " + call;
  report += " failed: ";
  report += cudaGetErrorName(code);
  report += " (";
  report += cudaGetErrorString(code);
  report += ")\n";

  std::fprintf(stderr, report.c_str());
  std::exit(EXIT_FAILURE);
}
