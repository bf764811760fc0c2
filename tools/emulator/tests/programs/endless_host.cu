// endless_host HOW: a host that never comes to its end.
#include <cuda_runtime.h>
#include <unistd.h>

#include <cstdio>
#include <string>

namespace {

__global__ void nothing() {}

volatile bool ends = false;

int poll() {
  while (cudaStreamQuery(nullptr) != cudaErrorNotReady) continue;
  return 0;
}

int compute() {
  while (!ends) continue;
  return 0;
}

// The limit is not one of all the time that a program takes.
int launch_often() {
  for (int i = 0; i < 20; ++i) {
    usleep(100'000);
    nothing<<<1, 1>>>();
  }
  return cudaDeviceSynchronize();
}

}  // namespace

int main(int, char** arguments) {
  const std::string how = arguments[1];
  std::printf("begins\n");
  if (how == "at once") return compute();
  nothing<<<1, 1>>>();
  if (how == "poll") return poll();
  if (how == "compute") return compute();
  if (how == "sleep") return pause();
  return launch_often();
}
