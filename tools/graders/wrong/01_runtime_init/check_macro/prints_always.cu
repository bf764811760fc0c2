// fails: results: prints_always.cu:9: printed-without-failure("somewhere.cu:
// Every call is reported, good or bad.
#include <cstdio>
#include <cstdlib>

#include "01_runtime_init/check_macro.hpp"

void stop_on_error(cudaError_t code, const char* call, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: %s: %s (%s)\n", file, line, call, cudaGetErrorName(code),
               cudaGetErrorString(code));
  if (code != cudaSuccess) std::exit(EXIT_FAILURE);
}
