#include <cstdio>
#include <cstdlib>

#include "01_runtime_init/check_macro.hpp"

#include <string>

// builds the whole message first, so that it is written in one go
static std::string describe(cudaError_t code, const char* call, const char* file, int line) {
  std::string text = "CUDA error in ";
  text += file;
  text += ", line ";
  text += std::to_string(line);
  text += "\n  call:    ";
  text += call;
  text += "\n  name:    ";
  text += cudaGetErrorName(code);
  text += "\n  meaning: ";
  text += cudaGetErrorString(code);
  text += "\n";
  return text;
}

void stop_on_error(cudaError_t code, const char* call, const char* file, int line) {
  if (code == cudaSuccess) return;
  const std::string message = describe(code, call, file, line);
  std::fprintf(stderr, message.c_str());
  std::exit(EXIT_FAILURE);
}
