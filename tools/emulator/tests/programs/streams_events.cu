// Streams keep their order, events measure, host functions run in turn, stale handles are refused.
#include <vector>

#include "expect.hpp"

__global__ void append(int* log, int* length, int value) { log[(*length)++] = value; }

struct host_log {
  std::vector<int> values;
};

void order_in_a_stream() {
  int *log = nullptr, *length = nullptr, seen[3] = {}, count = 0;
  EXPECT_OK(cudaMalloc(&log, 3 * 4));
  EXPECT_OK(cudaMalloc(&length, 4));
  cudaStream_t stream = nullptr;
  EXPECT_OK(cudaStreamCreate(&stream));
  EXPECT_OK(cudaMemsetAsync(length, 0, 4, stream));
  for (int i = 0; i < 3; ++i) append<<<1, 1, 0, stream>>>(log, length, 10 + i);
  EXPECT_OK(cudaMemcpyAsync(seen, log, sizeof seen, cudaMemcpyDeviceToHost, stream));
  EXPECT_OK(cudaMemcpyAsync(&count, length, 4, cudaMemcpyDeviceToHost, stream));
  EXPECT_OK(cudaStreamSynchronize(stream));
  EXPECT_OK(cudaStreamQuery(stream));
  EXPECT(count == 3 && seen[0] == 10 && seen[1] == 11 && seen[2] == 12);
  EXPECT_OK(cudaStreamDestroy(stream));
  EXPECT_OK(cudaFree(log));
  EXPECT_OK(cudaFree(length));
}

void stream_properties() {
  int least = -1, greatest = 1, priority = 99;
  unsigned flags = 99;
  cudaStream_t stream = nullptr;
  EXPECT_OK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  EXPECT(least == 0 && greatest < 0);
  EXPECT_OK(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, -100));
  EXPECT_OK(cudaStreamGetPriority(stream, &priority));
  EXPECT_OK(cudaStreamGetFlags(stream, &flags));
  EXPECT(priority == greatest && flags == cudaStreamNonBlocking);
  EXPECT_OK(cudaStreamDestroy(stream));
  EXPECT_CODE(cudaStreamCreateWithFlags(&stream, 5), cudaErrorInvalidValue);
  EXPECT_CODE(cudaStreamDestroy(nullptr), cudaErrorInvalidResourceHandle);
  cudaGetLastError();
}

void events() {
  cudaEvent_t start = nullptr, stop = nullptr, untimed = nullptr;
  float milliseconds = -1;
  EXPECT_OK(cudaEventCreate(&start));
  EXPECT_OK(cudaEventCreate(&stop));
  EXPECT_OK(cudaEventQuery(start));  // nothing recorded, nothing to wait for
  EXPECT_CODE(cudaEventElapsedTime(&milliseconds, start, stop), cudaErrorInvalidResourceHandle);
  EXPECT_OK(cudaEventRecord(start));
  EXPECT_OK(cudaEventRecord(stop));
  EXPECT_OK(cudaEventSynchronize(stop));
  EXPECT_OK(cudaEventElapsedTime(&milliseconds, start, stop));
  EXPECT(milliseconds >= 0 && milliseconds < 1000);
  EXPECT_OK(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming));
  EXPECT_OK(cudaEventRecord(untimed));
  EXPECT_OK(cudaEventSynchronize(untimed));
  EXPECT_CODE(cudaEventElapsedTime(&milliseconds, start, untimed), cudaErrorInvalidResourceHandle);
  EXPECT_CODE(cudaEventRecord(nullptr), cudaErrorInvalidResourceHandle);
  EXPECT_OK(cudaStreamWaitEvent(0, start, 0));
  for (cudaEvent_t event : {start, stop, untimed}) EXPECT_OK(cudaEventDestroy(event));
  cudaGetLastError();
}

void host_functions() {
  host_log log;
  cudaStream_t stream = nullptr;
  EXPECT_OK(cudaStreamCreate(&stream));
  EXPECT_OK(cudaLaunchHostFunc(
      stream, [](void* data) { static_cast<host_log*>(data)->values.push_back(1); }, &log));
  EXPECT_OK(cudaStreamAddCallback(
      stream,
      [](cudaStream_t, cudaError_t status, void* data) {
        static_cast<host_log*>(data)->values.push_back(status == cudaSuccess ? 2 : -2);
      },
      &log, 0));
  EXPECT_OK(cudaStreamSynchronize(stream));
  EXPECT((log.values == std::vector<int>{1, 2}));
  EXPECT_CODE(cudaLaunchHostFunc(stream, nullptr, nullptr), cudaErrorInvalidValue);
  EXPECT_OK(cudaStreamDestroy(stream));
  cudaGetLastError();
}

int main() {
  order_in_a_stream();
  stream_properties();
  events();
  host_functions();
  return result();
}
