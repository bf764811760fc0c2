// fails: results: ends_well.cu:12: ended-as-if-well
// The exit code says that all is well.
#include <cstdio>
#include <cstdlib>

#include "01_runtime_init/check_macro.hpp"

void stop_on_error(cudaError_t code, const char* call, const char* file, int line) {
  if (code == cudaSuccess) return;
  std::fprintf(stderr, "%s:%d: %s: %s (%s)\n", file, line, call, cudaGetErrorName(code),
               cudaGetErrorString(code));
  std::exit(0);
}
