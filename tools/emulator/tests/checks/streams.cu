// Work in streams on the same memory.
#include "cases.hpp"

using namespace check_cases;

namespace {

constexpr unsigned N = 64;

__global__ void increment(int* data) { data[threadIdx.x] += 1; }
__global__ void copy(const int* in, int* out) { out[threadIdx.x] = in[N - 1 - threadIdx.x]; }
__global__ void add(int* sum) { atomicAdd(sum, 1); }

struct two_streams {
  cudaStream_t one = nullptr, other = nullptr;
  cudaEvent_t event = nullptr;
  explicit two_streams(unsigned flags = cudaStreamNonBlocking) {
    CUDA_CHECK(cudaStreamCreateWithFlags(&one, flags));
    CUDA_CHECK(cudaStreamCreateWithFlags(&other, flags));
    CUDA_CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
  }
  ~two_streams() {
    cudaDeviceSynchronize();
    cudaEventDestroy(event);
    cudaStreamDestroy(one);
    cudaStreamDestroy(other);
  }
};

}  // namespace

CASE(streams_write_and_read_one_buffer, "race global") {
  auto data = numbers(N), out = ints(N);
  two_streams s;
  increment<<<1, N, 0, s.one>>>(data.data());
  copy<<<1, N, 0, s.other>>>(data.data(), out.data());
}
CASE(streams_write_one_buffer, "race global") {
  auto data = numbers(N);
  two_streams s;
  increment<<<1, N, 0, s.one>>>(data.data());
  increment<<<1, N, 0, s.other>>>(data.data());
}
CASE(streams_read_one_buffer, "clean") {
  auto data = numbers(N), one = ints(N), other = ints(N);
  two_streams s;
  copy<<<1, N, 0, s.one>>>(data.data(), one.data());
  copy<<<1, N, 0, s.other>>>(data.data(), other.data());
}
CASE(streams_write_buffers_of_their_own, "clean") {
  auto one = numbers(N), other = numbers(N);
  two_streams s;
  increment<<<1, N, 0, s.one>>>(one.data());
  increment<<<1, N, 0, s.other>>>(other.data());
}
CASE(streams_write_halves_of_one_buffer, "clean") {
  auto data = numbers(N);
  two_streams s;
  increment<<<1, N / 2, 0, s.one>>>(data.data());
  increment<<<1, N / 2, 0, s.other>>>(data.data() + N / 2);
}
CASE(streams_write_halves_that_overlap, "race global") {
  auto data = numbers(N);
  two_streams s;
  increment<<<1, N / 2, 0, s.one>>>(data.data());
  increment<<<1, N / 2, 0, s.other>>>(data.data() + N / 2 - 1);
}
CASE(streams_add_atomically, "clean") {
  auto sum = ints(1);
  two_streams s;
  add<<<1, N, 0, s.one>>>(sum.data());
  add<<<1, N, 0, s.other>>>(sum.data());
}
CASE(stream_with_two_kernels, "clean") {
  auto data = numbers(N), out = ints(N);
  two_streams s;
  increment<<<1, N, 0, s.one>>>(data.data());
  copy<<<1, N, 0, s.one>>>(data.data(), out.data());
}
CASE(streams_with_event_between, "clean") {
  auto data = numbers(N), out = ints(N);
  two_streams s;
  increment<<<1, N, 0, s.one>>>(data.data());
  cudaEventRecord(s.event, s.one);
  cudaStreamWaitEvent(s.other, s.event, 0);
  copy<<<1, N, 0, s.other>>>(data.data(), out.data());
}
CASE(streams_with_event_recorded_too_early, "race global") {
  auto data = numbers(N), out = ints(N);
  two_streams s;
  cudaEventRecord(s.event, s.one);
  increment<<<1, N, 0, s.one>>>(data.data());
  cudaStreamWaitEvent(s.other, s.event, 0);
  copy<<<1, N, 0, s.other>>>(data.data(), out.data());
}
CASE(streams_with_event_of_wrong_stream, "race global") {
  auto data = numbers(N), out = ints(N);
  two_streams s;
  increment<<<1, N, 0, s.one>>>(data.data());
  cudaEventRecord(s.event, s.other);
  cudaStreamWaitEvent(s.other, s.event, 0);
  copy<<<1, N, 0, s.other>>>(data.data(), out.data());
}
CASE(streams_with_event_nobody_waits_for, "race global") {
  auto data = numbers(N), out = ints(N);
  two_streams s;
  increment<<<1, N, 0, s.one>>>(data.data());
  cudaEventRecord(s.event, s.one);
  copy<<<1, N, 0, s.other>>>(data.data(), out.data());
}
CASE(streams_with_host_that_waits_for_event, "clean") {
  auto data = numbers(N), out = ints(N);
  two_streams s;
  increment<<<1, N, 0, s.one>>>(data.data());
  cudaEventRecord(s.event, s.one);
  cudaEventSynchronize(s.event);
  copy<<<1, N, 0, s.other>>>(data.data(), out.data());
}
CASE(streams_with_host_that_waits_for_stream, "clean") {
  auto data = numbers(N), out = ints(N);
  two_streams s;
  increment<<<1, N, 0, s.one>>>(data.data());
  cudaStreamSynchronize(s.one);
  copy<<<1, N, 0, s.other>>>(data.data(), out.data());
}
CASE(streams_with_host_that_waits_for_wrong_stream, "race global") {
  auto data = numbers(N), out = ints(N);
  two_streams s;
  increment<<<1, N, 0, s.one>>>(data.data());
  cudaStreamSynchronize(s.other);
  copy<<<1, N, 0, s.other>>>(data.data(), out.data());
}
CASE(streams_with_host_that_waits_for_device, "clean") {
  auto data = numbers(N), out = ints(N);
  two_streams s;
  increment<<<1, N, 0, s.one>>>(data.data());
  cudaDeviceSynchronize();
  copy<<<1, N, 0, s.other>>>(data.data(), out.data());
}
// The default stream waits for the others that do not say otherwise, and they for it.
CASE(streams_with_default_stream_between, "clean") {
  auto data = numbers(N), out = ints(N);
  two_streams s(cudaStreamDefault);
  increment<<<1, N, 0, s.one>>>(data.data());
  increment<<<1, N>>>(data.data());
  copy<<<1, N, 0, s.other>>>(data.data(), out.data());
}
CASE(streams_that_do_not_wait_for_default_stream, "race global") {
  auto data = numbers(N), out = ints(N);
  two_streams s;
  increment<<<1, N>>>(data.data());
  copy<<<1, N, 0, s.one>>>(data.data(), out.data());
}
CASE(streams_in_a_ring_of_buffers, "clean") {
  auto a = numbers(N), b = ints(N);
  two_streams s;
  for (int turn = 0; turn < 3; ++turn) {
    copy<<<1, N, 0, s.one>>>(a.data(), b.data());
    cudaEventRecord(s.event, s.one);
    cudaStreamWaitEvent(s.other, s.event, 0);
    copy<<<1, N, 0, s.other>>>(b.data(), a.data());
    cudaEventRecord(s.event, s.other);
    cudaStreamWaitEvent(s.one, s.event, 0);
  }
}
// A copy that goes on beside a kernel.
CASE(streams_copy_while_kernel_writes, "race global") {
  auto data = numbers(N);
  lockstep::pinned_buffer<int> host(N);
  two_streams s;
  increment<<<1, N, 0, s.one>>>(data.data());
  cudaMemcpyAsync(host.data(), data.data(), host.bytes(), cudaMemcpyDeviceToHost, s.other);
}
CASE(streams_fill_while_kernel_reads, "race global") {
  auto data = numbers(N), out = ints(N);
  two_streams s;
  copy<<<1, N, 0, s.one>>>(data.data(), out.data());
  cudaMemsetAsync(data.data(), 0, data.bytes(), s.other);
}
CASE(streams_copy_behind_kernel, "clean") {
  auto data = numbers(N);
  lockstep::pinned_buffer<int> host(N);
  two_streams s;
  cudaMemcpyAsync(data.data(), host.data(), host.bytes(), cudaMemcpyHostToDevice, s.one);
  increment<<<1, N, 0, s.one>>>(data.data());
  cudaMemcpyAsync(host.data(), data.data(), host.bytes(), cudaMemcpyDeviceToHost, s.one);
}
CASE(streams_copy_of_whole_call_beside_kernel, "race global") {
  auto data = numbers(N);
  std::vector<int> host(N);
  two_streams s;
  increment<<<1, N, 0, s.one>>>(data.data());
  cudaMemcpy(host.data(), data.data(), data.bytes(), cudaMemcpyDeviceToHost);
}
CASE(streams_copy_waits_for_blocking_streams, "clean") {
  auto data = numbers(N);
  std::vector<int> host(N);
  two_streams s(cudaStreamDefault);
  increment<<<1, N, 0, s.one>>>(data.data());
  cudaMemcpy(host.data(), data.data(), data.bytes(), cudaMemcpyDeviceToHost);
  increment<<<1, N, 0, s.other>>>(data.data());
}
CASE(streams_kernel_behind_copy_that_the_host_waits_for, "clean") {
  auto data = numbers(N);
  std::vector<int> host(N);
  two_streams s;
  cudaMemcpy(data.data(), host.data(), data.bytes(), cudaMemcpyHostToDevice);
  increment<<<1, N, 0, s.one>>>(data.data());
}
CASE(streams_kernel_beside_copy_to_the_device, "race global") {
  auto data = numbers(N);
  lockstep::pinned_buffer<int> host(N);
  two_streams s;
  cudaMemcpyAsync(data.data(), host.data(), data.bytes(), cudaMemcpyHostToDevice, s.other);
  increment<<<1, N, 0, s.one>>>(data.data());
}
CASE(streams_two_copies_into_one_buffer, "race global") {
  auto data = numbers(N);
  lockstep::pinned_buffer<int> one(N), other(N);
  two_streams s;
  cudaMemcpyAsync(data.data(), one.data(), data.bytes(), cudaMemcpyHostToDevice, s.one);
  cudaMemcpyAsync(data.data(), other.data(), data.bytes(), cudaMemcpyHostToDevice, s.other);
}
CASE(streams_two_copies_out_of_one_buffer, "clean") {
  auto data = numbers(N);
  lockstep::pinned_buffer<int> one(N), other(N);
  two_streams s;
  cudaMemcpyAsync(one.data(), data.data(), data.bytes(), cudaMemcpyDeviceToHost, s.one);
  cudaMemcpyAsync(other.data(), data.data(), data.bytes(), cudaMemcpyDeviceToHost, s.other);
}
CASE(streams_copies_of_the_halves, "clean") {
  auto data = numbers(2 * N);
  lockstep::pinned_buffer<int> host(2 * N);
  two_streams s;
  const std::size_t half = N * sizeof(int);
  for (int turn = 0; turn < 2; ++turn) {
    cudaMemcpyAsync(data.data(), host.data(), half, cudaMemcpyHostToDevice, s.one);
    increment<<<1, N, 0, s.one>>>(data.data());
    cudaMemcpyAsync(host.data(), data.data(), half, cudaMemcpyDeviceToHost, s.one);
    cudaMemcpyAsync(data.data() + N, host.data() + N, half, cudaMemcpyHostToDevice, s.other);
    increment<<<1, N, 0, s.other>>>(data.data() + N);
    cudaMemcpyAsync(host.data() + N, data.data() + N, half, cudaMemcpyDeviceToHost, s.other);
  }
}
CASE(streams_copies_of_halves_that_overlap, "race global") {
  auto data = numbers(2 * N);
  lockstep::pinned_buffer<int> host(2 * N);
  two_streams s;
  const std::size_t more_than_half = (N + 1) * sizeof(int);
  cudaMemcpyAsync(data.data(), host.data(), more_than_half, cudaMemcpyHostToDevice, s.one);
  increment<<<1, N, 0, s.one>>>(data.data());
  cudaMemcpyAsync(data.data() + N, host.data() + N, N * sizeof(int), cudaMemcpyHostToDevice,
                  s.other);
}
// A buffer of one stream is given back in the order of another one.
template <bool Ordered>
static void free_beside_kernel() {
  two_streams s;
  int* data = nullptr;
  CUDA_CHECK(cudaMallocAsync(&data, N * sizeof(int), s.one));
  CUDA_CHECK(cudaMemsetAsync(data, 0, N * sizeof(int), s.one));
  increment<<<1, N, 0, s.one>>>(data);
  CUDA_CHECK(cudaEventRecord(s.event, s.one));
  if (Ordered) CUDA_CHECK(cudaStreamWaitEvent(s.other, s.event));
  CUDA_CHECK(cudaFreeAsync(data, s.other));
}
CASE_FOR_EMULATOR(streams_free_what_another_uses, "race global") { free_beside_kernel<without>(); }
CASE_FOR_EMULATOR(streams_free_behind_the_other, "clean") { free_beside_kernel<with>(); }
