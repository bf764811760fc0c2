// A kernel that waits for ever, and somebody who presses Ctrl-C as soon as it runs: interrupted.sh.
#include <signal.h>

#include <thread>

#include "expect.hpp"

namespace {

__global__ void wait_for_flag(volatile int* running, const volatile int* flag) {
  *running = 1;
  while (*flag == 0) continue;  // nobody sets it
}

}  // namespace

int main() {
  signal(SIGINT, SIG_DFL);  // whatever it is where the tests are started
  int* memory;
  EXPECT_OK(cudaMallocHost(&memory, 2 * sizeof *memory));
  volatile int* const running = memory;
  running[0] = running[1] = 0;
  std::thread([running] {
    while (*running == 0) std::this_thread::yield();
    kill(getpid(), SIGINT);
  }).detach();
  wait_for_flag<<<1, 32>>>(running, running + 1);
  EXPECT_OK(cudaDeviceSynchronize());
  return result();
}
