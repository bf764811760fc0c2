// fails: results: throws.cu:14: function-threw
//
// An exception ends the program if nobody catches it.
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

#include "01_runtime_init/check_macro.hpp"

void stop_on_error(cudaError_t code, const char* call, const char* file, int line) {
  if (code == cudaSuccess) return;
  std::fprintf(stderr, "%s:%d: %s: %s: %s\n", file, line, call, cudaGetErrorName(code),
               cudaGetErrorString(code));
  throw std::runtime_error(cudaGetErrorString(code));
}
