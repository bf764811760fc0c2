// Errors of the CUDA runtime become exceptions that say what failed, where, and what to do about
// it.
#pragma once

#include <cuda_runtime.h>

#include <stdexcept>
#include <string>

namespace lockstep {

class cuda_error : public std::runtime_error {
 public:
  cuda_error(cudaError_t code, const std::string& message)
      : std::runtime_error(message), code_(code) {}
  cudaError_t code() const noexcept { return code_; }

 private:
  cudaError_t code_;
};

// What to do about an error that has a usual cause; empty for the others.
inline const char* advice(cudaError_t code) {
  switch (code) {
    case cudaErrorNoDevice:
    case cudaErrorInsufficientDriver:
      return "no GPU (or no driver new enough) answers; run on the emulator instead: "
             "LD_LIBRARY_PATH=build/emulator";
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

inline std::string describe(cudaError_t code, const char* what, const char* file, int line) {
  std::string text = std::string(file) + ":" + std::to_string(line) + ": " +
                     cudaGetErrorName(code) + " (" + cudaGetErrorString(code) + ") from " + what;
  if (*advice(code) != '\0') text += std::string("\n  ") + advice(code);
  return text;
}

inline void check(cudaError_t code, const char* what, const char* file, int line) {
  if (code == cudaSuccess) return;
  (void)cudaGetLastError();  // a non-sticky error must not turn up again at the next check
  throw cuda_error(code, describe(code, what, file, line));
}

// After a launch: a bad configuration is known at once, a fault in the kernel only when it has run.
inline void check_launch(const char* file, int line) {
  check(cudaPeekAtLastError(),
        "a kernel launch (a grid has at least one block; a block has 1 to 1024 threads and, unless "
        "it "
        "asks for more, 48 KB of shared memory)",
        file, line);
  check(cudaDeviceSynchronize(), "a kernel while it ran", file, line);
}

}  // namespace lockstep

// CUDA_CHECK(cudaMalloc(&pointer, bytes));
#define CUDA_CHECK(call) ::lockstep::check((call), #call, __FILE__, __LINE__)

// kernel<<<grid, block>>>(arguments);
// CUDA_CHECK_LAUNCH();
#define CUDA_CHECK_LAUNCH() ::lockstep::check_launch(__FILE__, __LINE__)
