// Compiled for per-thread default streams: stream 0 is the thread's own, can be captured, and waits
// for no other.
#include "expect.hpp"

__global__ void add(int* data, int value) { atomicAdd(data, value); }

int* cleared() {
  int* data = nullptr;
  EXPECT_OK(cudaMalloc(&data, sizeof(int)));
  EXPECT_OK(cudaMemset(data, 0, sizeof(int)));
  return data;
}

int value_of(const int* data) {
  int value = -1;
  EXPECT_OK(cudaMemcpy(&value, data, sizeof value, cudaMemcpyDeviceToHost));
  return value;
}

void stream_zero_is_captured() {
  int* data = cleared();
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t exec = nullptr;
  EXPECT_OK(cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeThreadLocal));
  add<<<1, 1>>>(data, 3);
  EXPECT_OK(cudaStreamEndCapture(cudaStreamPerThread, &graph));
  EXPECT(value_of(data) == 0);
  EXPECT_OK(cudaGraphInstantiate(&exec, graph, 0));
  EXPECT_OK(cudaGraphLaunch(exec, nullptr));
  EXPECT(value_of(data) == 3);
  EXPECT_OK(cudaGraphExecDestroy(exec));
  EXPECT_OK(cudaGraphDestroy(graph));
  EXPECT_OK(cudaFree(data));
}

void stream_zero_is_used_beside_a_capture() {
  int* data = cleared();
  cudaStream_t stream = nullptr;
  cudaGraph_t graph = nullptr;
  EXPECT_OK(cudaStreamCreate(&stream));
  EXPECT_OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  add<<<1, 1, 0, stream>>>(data, 5);
  add<<<1, 1>>>(data, 1);
  EXPECT_OK(cudaGetLastError());
  EXPECT_OK(cudaStreamEndCapture(stream, &graph));
  EXPECT(value_of(data) == 1);
  EXPECT_OK(cudaGraphDestroy(graph));
  EXPECT_OK(cudaStreamDestroy(stream));
  EXPECT_OK(cudaFree(data));
}

int main() {
  stream_zero_is_captured();
  stream_zero_is_used_beside_a_capture();
  return result();
}
