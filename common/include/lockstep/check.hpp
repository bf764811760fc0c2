// Errors of the CUDA runtime become exceptions that say what failed, where, and what to do about
// it.
#pragma once

#include <cuda_runtime.h>

#include <cstdio>
#include <exception>

namespace lockstep {

// Holds its text itself: <string> would take nvcc a third of a second in every program.
class cuda_error : public std::exception {
 public:
  cuda_error(cudaError_t code, const char* what, const char* advice, const char* file, int line)
      : code_(code) {
    std::snprintf(text_, sizeof text_, "%s:%d: %s (%s) from %s%s%s", file, line,
                  cudaGetErrorName(code), cudaGetErrorString(code), what,
                  *advice == '\0' ? "" : "\n  ", advice);
  }
  cudaError_t code() const noexcept { return code_; }
  const char* what() const noexcept override { return text_; }

 private:
  cudaError_t code_;
  char text_[1024];
};

// What to do about an error that has a usual cause; empty for the others.
inline const char* advice(cudaError_t code) {
  switch (code) {
    case cudaErrorNoDevice:
    case cudaErrorInsufficientDriver:
      return "no GPU answers, or its driver is too old; run on the emulator instead: "
             "LD_LIBRARY_PATH=build/tools/emulator/src";
    case cudaErrorNoKernelImageForDevice:
      return "built for another GPU: configure again on this machine, or choose by "
             "-Dcuda_args=-arch=sm_NN";
    case cudaErrorIllegalAddress:
    case cudaErrorMisalignedAddress:
      return "`compute-sanitizer PROGRAM` or `lockstep check PROGRAM` names the line";
    default:
      return "";
  }
}

// `otherwise` is advice where the error itself suggests none.
inline void check(cudaError_t code, const char* what, const char* file, int line,
                  const char* otherwise = "") {
  if (code == cudaSuccess) return;
  (void)cudaGetLastError();  // a non-sticky error must not turn up again at the next check
  const char* own = advice(code);
  throw cuda_error(code, what, *own == '\0' ? otherwise : own, file, line);
}

// After a launch: a bad configuration is known at once, a fault in the kernel only when it has run.
inline void check_launch(const char* file, int line) {
  check(
      cudaPeekAtLastError(), "a kernel launch", file, line,
      "a grid has at least one block; a block has 1 to 1024 threads and, unless it asks for more, "
      "48 KB of shared memory");
  check(cudaDeviceSynchronize(), "a kernel while it ran", file, line);
}

}  // namespace lockstep

// CUDA_CHECK(cudaMalloc(&pointer, bytes));
#define CUDA_CHECK(call) ::lockstep::check((call), #call, __FILE__, __LINE__)

// kernel<<<grid, block>>>(arguments);
// CUDA_CHECK_LAUNCH();
#define CUDA_CHECK_LAUNCH() ::lockstep::check_launch(__FILE__, __LINE__)
