// fails: results: own_place.cu:10: errors-do-not-say(folder/of_
// File and line of the check, not of the call that failed.
#include <cstdio>
#include <cstdlib>

#include "01_runtime_init/check_macro.hpp"

void stop_on_error(cudaError_t code, const char* call, const char* file, int line) {
  if (code == cudaSuccess) return;
  std::fprintf(stderr, "%s:%d: %s: %s (%s)\n", __FILE__, __LINE__, call, cudaGetErrorName(code),
               cudaGetErrorString(code));
  std::exit(EXIT_FAILURE);
}
