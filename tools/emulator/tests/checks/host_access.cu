// The host uses memory that kernels and copies use as well, with and without waiting for them.
#include <atomic>
#include <cstring>
#include <thread>

#include "cases.hpp"

using namespace check_cases;

namespace {

constexpr unsigned N = 64;

__global__ void increment(int* data) { data[threadIdx.x] += 1; }
__global__ void add_up(const int* data, int* sum) { atomicAdd(sum, data[threadIdx.x]); }
__global__ void set_every_second(char* data) { data[2 * threadIdx.x] = 1; }
__global__ void set_and_tell(int* data, volatile int* ready) {
  *data = 1;
  __threadfence_system();
  *ready = 1;
}
__global__ void count_for_host(int* data, int* count) {
  data[threadIdx.x] = 1;
  __threadfence_system();
  atomicAdd_system(count, 1);
}
// The host may set the flag again as soon as the kernel has been launched.
__global__ void wait_for_host(const volatile int* go, int* data) {
  while (*go == 0) continue;
  *data = 1;
}
__global__ void wait_a_while_for_host(const volatile int* go, int* data, int rounds) {
  while (*go == 0 && --rounds > 0) continue;
  *data = *go;
}
__global__ void look_once(const volatile int* go, int* data) { *data = *go; }

__managed__ int variable = 0;
__global__ void set_variable() { variable = 1; }

struct managed {
  int* data = nullptr;
  explicit managed(unsigned count = N) {
    CUDA_CHECK(cudaMallocManaged(&data, count * sizeof *data));
    std::memset(data, 0, count * sizeof *data);
  }
  ~managed() { (void)cudaFree(data); }
};

struct stream {
  cudaStream_t id = nullptr;
  stream() { CUDA_CHECK(cudaStreamCreateWithFlags(&id, cudaStreamNonBlocking)); }
  ~stream() { (void)cudaStreamDestroy(id); }
};

// So that what is read is not thrown away.
volatile int seen;

void CUDART_CB read_one(void* data) { seen = *static_cast<int*>(data); }
void CUDART_CB tell(void* done) { static_cast<std::atomic<bool>*>(done)->store(true); }

}  // namespace

CASE(host_reads_managed_memory_without_waiting, "race global") {
  managed m;
  increment<<<1, N>>>(m.data);
  seen = m.data[0];
}
CASE(host_reads_managed_memory_after_waiting, "clean") {
  managed m;
  increment<<<1, N>>>(m.data);
  CUDA_CHECK(cudaDeviceSynchronize());
  seen = m.data[0];
}
CASE(host_writes_what_a_kernel_writes, "race global") {
  managed m;
  increment<<<1, N>>>(m.data);
  m.data[0] = 1;
}
CASE(host_writes_what_a_kernel_reads, "race global") {
  managed in, sum;
  add_up<<<1, N>>>(in.data, sum.data);
  in.data[0] = 1;
}
CASE(host_reads_what_a_kernel_reads, "clean") {
  managed in, sum;
  add_up<<<1, N>>>(in.data, sum.data);
  seen = in.data[0];
}
CASE(host_reads_what_a_kernel_adds_up, "race global") {
  managed in, sum;
  add_up<<<1, N>>>(in.data, sum.data);
  seen = *sum.data;
}
CASE(host_reads_what_a_kernel_does_not_use, "clean") {
  managed m(2 * N);
  increment<<<1, N>>>(m.data);
  seen = m.data[N];
}
CASE(host_reads_bytes_between_those_that_a_kernel_writes, "clean") {
  managed m;
  set_every_second<<<1, N>>>(reinterpret_cast<char*>(m.data));
  seen = reinterpret_cast<char*>(m.data)[1];
}
CASE(host_reads_a_byte_that_a_kernel_writes, "race global") {
  managed m;
  set_every_second<<<1, N>>>(reinterpret_cast<char*>(m.data));
  seen = reinterpret_cast<char*>(m.data)[2];
}
CASE(host_reads_a_managed_variable_without_waiting, "race global") {
  set_variable<<<1, 1>>>();
  seen = variable;
}
CASE(another_thread_of_the_host_does_not_wait, "race global") {
  managed m;
  increment<<<1, N>>>(m.data);
  std::thread([&] { seen = m.data[0]; }).join();
}

CASE(host_waits_for_the_stream, "clean") {
  managed m;
  stream s;
  increment<<<1, N, 0, s.id>>>(m.data);
  CUDA_CHECK(cudaStreamSynchronize(s.id));
  seen = m.data[0];
}
CASE(host_waits_for_another_stream, "race global") {
  managed m;
  stream s, other;
  increment<<<1, N, 0, s.id>>>(m.data);
  CUDA_CHECK(cudaStreamSynchronize(other.id));
  seen = m.data[0];
}
CASE(host_waits_for_one_of_two_streams, "race global") {
  managed m(4096);  // both use pages of their own
  stream s, other;
  increment<<<1, N, 0, s.id>>>(m.data);
  increment<<<1, N, 0, other.id>>>(m.data + 2048);
  CUDA_CHECK(cudaStreamSynchronize(s.id));
  seen = m.data[0];
  seen = m.data[2048];
}
CASE(host_waits_for_an_event_behind_the_kernel, "clean") {
  managed m;
  stream s;
  cudaEvent_t event;
  CUDA_CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
  increment<<<1, N, 0, s.id>>>(m.data);
  CUDA_CHECK(cudaEventRecord(event, s.id));
  CUDA_CHECK(cudaEventSynchronize(event));
  seen = m.data[0];
  CUDA_CHECK(cudaEventDestroy(event));
}
CASE(host_waits_for_an_event_before_the_kernel, "race global") {
  managed m;
  stream s;
  cudaEvent_t event;
  CUDA_CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
  CUDA_CHECK(cudaEventRecord(event, s.id));
  increment<<<1, N, 0, s.id>>>(m.data);
  CUDA_CHECK(cudaEventSynchronize(event));
  seen = m.data[0];
  CUDA_CHECK(cudaEventDestroy(event));
}
CASE(host_asks_a_stream_until_it_is_done, "clean") {
  managed m;
  increment<<<1, N>>>(m.data);
  while (cudaStreamQuery(nullptr) == cudaErrorNotReady) continue;
  seen = m.data[0];
}
CASE(host_copies_before_it_reads, "clean") {
  managed m;
  increment<<<1, N>>>(m.data);
  int first;
  CUDA_CHECK(cudaMemcpy(&first, m.data, sizeof first, cudaMemcpyDefault));
  seen = m.data[1];
}
CASE(host_uses_one_array_while_a_stream_uses_another, "clean") {
  managed one, other;
  stream s, t;
  increment<<<1, N, 0, s.id>>>(one.data);
  increment<<<1, N, 0, t.id>>>(other.data);
  CUDA_CHECK(cudaStreamSynchronize(s.id));
  one.data[0] = 1;
  CUDA_CHECK(cudaStreamSynchronize(t.id));
}

CASE(host_reads_before_an_asynchronous_copy_has_ended, "race global") {
  auto data = numbers(N);
  lockstep::pinned_buffer<int> result(N);
  stream s;
  CUDA_CHECK(
      cudaMemcpyAsync(result.data(), data.data(), data.bytes(), cudaMemcpyDeviceToHost, s.id));
  seen = result.data()[0];
}
CASE(host_writes_before_an_asynchronous_copy_has_ended, "race global") {
  auto data = ints(N);
  lockstep::pinned_buffer<int> input(N);
  stream s;
  CUDA_CHECK(
      cudaMemcpyAsync(data.data(), input.data(), data.bytes(), cudaMemcpyHostToDevice, s.id));
  input.data()[0] = 1;
}
CASE(host_waits_for_an_asynchronous_copy, "clean") {
  auto data = numbers(N);
  lockstep::pinned_buffer<int> result(N);
  stream s;
  CUDA_CHECK(
      cudaMemcpyAsync(result.data(), data.data(), data.bytes(), cudaMemcpyDeviceToHost, s.id));
  CUDA_CHECK(cudaStreamSynchronize(s.id));
  seen = result.data()[0];
}

CASE(host_function_reads_behind_the_kernel, "clean") {
  managed m;
  stream s;
  increment<<<1, N, 0, s.id>>>(m.data);
  CUDA_CHECK(cudaLaunchHostFunc(s.id, read_one, m.data));
}
CASE(host_function_reads_in_another_stream, "race global") {
  managed m;
  stream s, other;
  increment<<<1, N, 0, s.id>>>(m.data);
  CUDA_CHECK(cudaLaunchHostFunc(other.id, read_one, m.data));
}

CASE(host_polls_a_flag, "clean") {
  managed data, ready;
  set_and_tell<<<1, 1>>>(data.data, ready.data);
  while (*static_cast<volatile int*>(ready.data) == 0) continue;
  seen = *data.data;
}
CASE(host_polls_a_count, "clean") {
  managed data, count;
  count_for_host<<<1, N>>>(data.data, count.data);
  while (*static_cast<volatile int*>(count.data) != N) continue;
  seen = data.data[0];
}

CASE(host_waits_for_what_a_host_function_tells, "clean") {
  managed m;
  stream s;
  std::atomic<bool> done = false;
  increment<<<1, N, 0, s.id>>>(m.data);
  CUDA_CHECK(cudaLaunchHostFunc(s.id, tell, &done));
  while (!done) continue;
  seen = m.data[0];
}
CASE(host_waits_for_what_a_callback_tells, "clean") {
  managed m;
  stream s;
  std::atomic<bool> done = false;
  increment<<<1, N, 0, s.id>>>(m.data);
  CUDA_CHECK(cudaStreamAddCallback(
      s.id, [](cudaStream_t, cudaError_t, void* data) { tell(data); }, &done, 0));
  while (!done) continue;
  seen = m.data[0];
}
CASE(host_function_tells_of_another_stream, "race global") {
  managed m;
  stream s, other;
  std::atomic<bool> done = false;
  increment<<<1, N, 0, s.id>>>(m.data);
  CUDA_CHECK(cudaLaunchHostFunc(other.id, tell, &done));
  while (!done) continue;
  seen = m.data[0];
}
CASE(host_sets_a_flag_that_a_kernel_polls, "clean") {
  managed go, data;
  *go.data = 1;
  wait_for_host<<<1, 1>>>(go.data, data.data);
  *static_cast<volatile int*>(go.data) = 2;
}
CASE(host_sets_a_flag_that_a_kernel_polls_for_a_while, "clean") {
  managed go, data;
  wait_a_while_for_host<<<1, 1>>>(go.data, data.data, 10);
  *static_cast<volatile int*>(go.data) = 1;
}
CASE(host_writes_what_a_kernel_looks_at_once, "race global") {
  managed go, data;
  look_once<<<1, 1>>>(go.data, data.data);
  *static_cast<volatile int*>(go.data) = 2;
}
