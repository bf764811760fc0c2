// 01_runtime_init/check_macro
#include <cstdio>
#include <cstdlib>
#include <string>

#include "01_runtime_init/check_macro.hpp"

void stop_on_error(cudaError_t code, const char* call, const char* file, int line) {
  if (code == cudaSuccess) return;
  const std::string message = std::string(file) + ":" + std::to_string(line) + ": " + call +
                              " failed: " + cudaGetErrorName(code) + ", " +
                              cudaGetErrorString(code) + "\n";
  std::fprintf(stderr, message.c_str());
  std::exit(EXIT_FAILURE);
}
