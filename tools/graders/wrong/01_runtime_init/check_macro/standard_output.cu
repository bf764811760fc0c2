// fails: results: standard_output.cu:10: reports-to-output("folder/of_
// The report goes where results go.
#include <cstdio>
#include <cstdlib>

#include "01_runtime_init/check_macro.hpp"

void stop_on_error(cudaError_t code, const char* call, const char* file, int line) {
  if (code == cudaSuccess) return;
  std::printf("%s:%d: %s: %s (%s)\n", file, line, call, cudaGetErrorName(code),
              cudaGetErrorString(code));
  std::exit(EXIT_FAILURE);
}
