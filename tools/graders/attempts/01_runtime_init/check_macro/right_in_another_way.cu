#include <cstdlib>
#include <iostream>

#include "01_runtime_init/check_macro.hpp"

// like a compiler: place first
void stop_on_error(cudaError_t code, const char* call, const char* file, int line) {
  switch (code) {
    case cudaSuccess:
      return;
    default:
      break;
  }
  std::cerr << file << ":" << line << ": " << call << "\n  failed with "
            << cudaGetErrorName(code) << " = " << cudaGetErrorString(code) << std::endl;
  std::exit(3);
}
