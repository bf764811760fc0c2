// fails: results: asks_again.cu:11: reports-success(cudaErrorInvalidValue
// Asks the runtime for the last error in place of the code that it was given.
#include <cstdio>
#include <cstdlib>

#include "01_runtime_init/check_macro.hpp"

void stop_on_error(cudaError_t code, const char* call, const char* file, int line) {
  if (code == cudaSuccess) return;
  std::fprintf(stderr, "%s:%d: %s: %s (%s)\n", file, line, call,
               cudaGetErrorName(cudaGetLastError()), cudaGetErrorString(cudaGetLastError()));
  std::exit(EXIT_FAILURE);
}
