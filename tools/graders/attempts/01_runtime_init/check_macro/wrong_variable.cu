// 01_runtime_init/check_macro
#include <cstdlib>
#include <iostream>
#include <sstream>

#include "01_runtime_init/check_macro.hpp"

namespace {

// Name and meaning of an error in one line, e.g. "cudaErrorInvalidValue: invalid argument".
std::string describe(cudaError_t error) {
  std::ostringstream text;
  text << cudaGetErrorName(error) << ": " << cudaGetErrorString(error);
  return text.str();
}

}  // namespace

void stop_on_error(cudaError_t code, const char* call, const char* file, int line) {
  if (code != cudaSuccess) {
    // where, then what
    std::cerr << file << ":" << line << "\n";
    std::cerr << "  call:  " << call << "\n";
    std::cerr << "  error: " << describe(cudaGetLastError()) << std::endl;
    std::exit(EXIT_FAILURE);
  }
}
