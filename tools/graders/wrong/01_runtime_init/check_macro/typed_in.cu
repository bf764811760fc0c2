// fails: results: typed_in.cu:33: errors-do-not-say(folder/of_
//
// The names of a few errors are typed in; any other one is taken for none.
#include <cstdio>
#include <cstdlib>
#include "01_runtime_init/check_macro.hpp"
void stop_on_error(cudaError_t code, const char* call, const char* file, int line) {
  const char *name = "unknown", *text = "unknown";
  switch ((int)code) {
    case 0:
      return;
    case 1:
      name = "cudaErrorInvalidValue", text = "invalid argument";
      break;
    case 2:
      name = "cudaErrorMemoryAllocation", text = "out of memory";
      break;
    case 9:
      name = "cudaErrorInvalidConfiguration", text = "invalid configuration argument";
      break;
    case 101:
      name = "cudaErrorInvalidDevice", text = "invalid device ordinal";
      break;
    case 700:
      name = "cudaErrorIllegalAddress", text = "an illegal memory access was encountered";
      break;
    case 719:
      name = "cudaErrorLaunchFailure", text = "unspecified launch failure";
      break;
    default:
      return;
  }
  std::fprintf(stderr, "%s:%d: %s: %s (%s)\n", file, line, call, name, text);
  std::exit(1);
}
