#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

#include "01_runtime_init/check_macro.hpp"

void stop_on_error(cudaError_t code, const char* call, const char* file, int line) {
  if (code == cudaSuccess) return;
  std::fprintf(stderr, "%s:%d: %s\n%s: %s\n", file, line, call, cudaGetErrorName(code),
               cudaGetErrorString(code));
  throw std::runtime_error(std::string("CUDA: ") + cudaGetErrorString(code));
}
