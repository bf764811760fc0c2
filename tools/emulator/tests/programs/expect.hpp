// A few lines of test support for programs that must be right on a GPU and on the emulator alike. A
// program ends with `return result();`.
#pragma once

#include <cuda_runtime.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <string_view>

inline int failures = 0;

inline int result() {
  if (failures > 0) std::printf("%d expectations failed\n", failures);
  return failures == 0 ? 0 : 1;
}

inline void expect_true(bool holds, const char* what, const char* file, int line) {
  if (holds) return;
  ++failures;
  std::printf("%s:%d: expected: %s\n", file, line, what);
}

inline void expect_code(cudaError_t got, cudaError_t wanted, const char* call, const char* file,
                        int line) {
  if (got == wanted) return;
  ++failures;
  std::printf("%s:%d: %s gave %s, expected %s\n", file, line, call, cudaGetErrorName(got),
              cudaGetErrorName(wanted));
}

#define EXPECT(condition) expect_true((condition), #condition, __FILE__, __LINE__)
#define EXPECT_CODE(call, wanted) expect_code((call), (wanted), #call, __FILE__, __LINE__)
#define EXPECT_OK(call) EXPECT_CODE(call, cudaSuccess)

// Runs one case in a process of its own, because it loses its context. Must come before the program
// itself uses a device.
template <typename body_t>
void in_own_process(const char* name, const body_t& body) {
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    failures = 0;
    body();
    std::fflush(stdout);
    _exit(failures == 0 ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (status == 0) return;
  ++failures;
  std::printf("case \"%s\" failed (status %#x)\n", name, status);
}
