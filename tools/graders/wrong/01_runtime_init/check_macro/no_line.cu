// fails: results: no_line.cu:10: errors-do-not-say(
// The file, and not the line in it.
#include <cstdio>
#include <cstdlib>

#include "01_runtime_init/check_macro.hpp"

void stop_on_error(cudaError_t code, const char* call, const char* file, int line) {
  if (code == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s: %s (%s)\n", file, call, cudaGetErrorName(code),
               cudaGetErrorString(code));
  std::exit(EXIT_FAILURE);
}
