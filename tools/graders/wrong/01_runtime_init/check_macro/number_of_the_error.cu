// fails: results: number_of_the_error.cu:10: errors-do-not-say(cudaErrorInvalidValue, "folder/of_
// A number that has to be looked up.
#include <cstdio>
#include <cstdlib>

#include "01_runtime_init/check_macro.hpp"

void stop_on_error(cudaError_t code, const char* call, const char* file, int line) {
  if (code == cudaSuccess) return;
  std::fprintf(stderr, "%s:%d: %s: error %d\n", file, line, call, code);
  std::exit(EXIT_FAILURE);
}
