// Solution of 01_runtime_init/check_macro
//
// A function does the work, and the macro adds what only the caller knows: the text of the call,
// the file and the line. cudaGetErrorName and cudaGetErrorString have the words for every code, of
// failed calls and of faults in kernels alike. Standard error is not lost when output goes to a
// file, and the exit code tells a script that something failed.
#include <cstdio>
#include <cstdlib>

#include "01_runtime_init/check_macro.hpp"

void stop_on_error(cudaError_t code, const char* call, const char* file, int line) {
  if (code == cudaSuccess) return;
  std::fprintf(stderr, "%s:%d: %s: %s (%s)\n", file, line, call, cudaGetErrorName(code),
               cudaGetErrorString(code));
  std::exit(EXIT_FAILURE);
}
