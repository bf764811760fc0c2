#include <cstdio>
#include <cstdlib>
#include <string>

#include "01_runtime_init/check_macro.hpp"

void stop_on_error(cudaError_t code, const char* call, const char* file, int line) {
  if (code == cudaSuccess) return;
  const std::string report =
      std::string(file) + ":" + std::to_string(line) + ": " + call + " failed: %s (%s)\n";
  std::fprintf(stderr, report.c_str(), cudaGetErrorName(code), cudaGetErrorString(code));
  std::abort();
}
