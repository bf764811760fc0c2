#include <cstdlib>
#include <iostream>

#include "01_runtime_init/check_macro.hpp"

namespace {
[[noreturn]] void report(const char* name, const char* meaning, const char* call, const char* file,
                         int line) {
  std::cerr << "in " << file << ", line " << line << '\n'
            << "    " << call << '\n'
            << "ended with " << name << " (" << meaning << ")" << std::endl;
  std::_Exit(2);
}
}  // namespace

void stop_on_error(cudaError_t code, const char* call, const char* file, int line) {
  switch (code) {
    case cudaSuccess:
      break;
    default:
      report(cudaGetErrorName(code), cudaGetErrorString(code), call, file, line);
  }
}
