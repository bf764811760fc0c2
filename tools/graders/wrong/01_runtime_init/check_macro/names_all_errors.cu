// fails: results: reports-other-error
//
// The right error is somewhere in a list of all that there are.
#include "01_runtime_init/check_macro.hpp"

#include <cstdio>
#include <cstdlib>

void stop_on_error(cudaError_t code, const char* call, const char* file, int line) {
  if (code == cudaSuccess) return;
  std::fprintf(stderr, "%s:%d: %s\n", file, line, call);
  for (int i = 1; i < 1000; ++i) {
    const auto any = static_cast<cudaError_t>(i);
    std::fprintf(stderr, "%s: %s\n", cudaGetErrorName(any), cudaGetErrorString(any));
  }
  std::exit(1);
}
