// fails: results: name_alone.cu:10: errors-do-not-say(invalid argument, "folder/of_
// The name of the error, and not what it means.
#include <cstdio>
#include <cstdlib>

#include "01_runtime_init/check_macro.hpp"

void stop_on_error(cudaError_t code, const char* call, const char* file, int line) {
  if (code == cudaSuccess) return;
  std::fprintf(stderr, "%s:%d: %s: %s\n", file, line, call, cudaGetErrorName(code));
  std::exit(EXIT_FAILURE);
}
