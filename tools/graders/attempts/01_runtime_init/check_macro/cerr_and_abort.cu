#include <cstdlib>
#include <iostream>

#include "01_runtime_init/check_macro.hpp"

void stop_on_error(cudaError_t code, const char* call, const char* file, int line) {
  if (code != cudaSuccess) {
    std::cerr << file << ':' << line << ": " << call << "\n    " << cudaGetErrorName(code) << " - "
              << cudaGetErrorString(code) << std::endl;
    std::abort();
  }
}
