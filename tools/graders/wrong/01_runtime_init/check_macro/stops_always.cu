// fails: results: stops_always.cu:11: ended-without-failure(process-exit-code
// Success is treated as an error.
#include <cstdio>
#include <cstdlib>

#include "01_runtime_init/check_macro.hpp"

void stop_on_error(cudaError_t code, const char* call, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: %s: %s (%s)\n", file, line, call, cudaGetErrorName(code),
               cudaGetErrorString(code));
  std::exit(EXIT_FAILURE);
}
