// Exercise 01_runtime_init/check_macro: a check that says what failed, where, and stops
//
// Every call of the CUDA runtime returns a code, and a program that does not look at it goes on
// with data that nobody computed. The macro STOP_ON_ERROR wraps a call and hands this function its
// code, its text, and its place. At the moment the function knows that something failed, and says
// no more than that; and then the program goes on.
//
// Finish it: it should say which call failed in which file and line, the name of the error and what
// it means, and end the program so that a script sees that it failed.
//
// What is checked: what is printed, and where to; that the program ends, and how; that cudaSuccess
// leaves no trace; that a fault in a kernel is reported too. Each in a process of its own.
//
// The parameters are described beside this file, in check_macro.hpp.
#include <cstdio>
#include <cstdlib>

#include "01_runtime_init/check_macro.hpp"

void stop_on_error(cudaError_t code, const char* call, const char* file, int line) {
  if (code == cudaSuccess) return;
  // TODO (3 lines): what failed, where, which error is it, what does it mean? And what then?
  std::fprintf(stderr, "%s:%d: %s: error %d: %s\n", file, line, call, static_cast<int>(code),
               cudaGetErrorString(code));
  std::exit(EXIT_FAILURE);
}
