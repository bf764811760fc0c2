// What the host asks for and cannot have: copies the wrong way or too long, launches beyond limits.
#include "cases.hpp"

using namespace check_cases;

namespace {

__global__ void nothing() {}
__global__ void use_shared(int* out) {
  extern __shared__ int s[];
  s[threadIdx.x] = 1;
  out[threadIdx.x] = s[threadIdx.x];
}
__constant__ int coefficients[8];

constexpr unsigned N = 32, BYTES = N * sizeof(int);

}  // namespace

CASE(copy_both_ways, "clean") {
  auto data = ints(N);
  std::vector<int> host(N);
  cudaMemcpy(data.data(), host.data(), BYTES, cudaMemcpyHostToDevice);
  cudaMemcpy(host.data(), data.data(), BYTES, cudaMemcpyDeviceToHost);
}
CASE(copy_in_wrong_direction, "api_error") {
  auto data = ints(N);
  std::vector<int> host(N);
  cudaMemcpy(data.data(), host.data(), BYTES, cudaMemcpyDeviceToHost);
}
CASE(copy_out_in_wrong_direction, "api_error") {
  auto data = ints(N);
  std::vector<int> host(N);
  cudaMemcpy(host.data(), data.data(), BYTES, cudaMemcpyHostToDevice);
}
CASE(copy_of_default_direction, "clean") {
  auto data = ints(N);
  std::vector<int> host(N);
  cudaMemcpy(data.data(), host.data(), BYTES, cudaMemcpyDefault);
}
CASE(copy_too_long_to_device, "api_error") {
  auto data = ints(N);
  std::vector<int> host(2 * N);
  cudaMemcpy(data.data(), host.data(), 2 * BYTES, cudaMemcpyHostToDevice);
}
CASE(copy_too_long_from_device, "api_error") {
  auto data = ints(N);
  std::vector<int> host(2 * N);
  cudaMemcpy(host.data(), data.data(), BYTES + 4, cudaMemcpyDeviceToHost);
}
CASE(copy_between_buffers_too_long, "api_error") {
  auto from = ints(N), to = ints(N / 2);
  cudaMemcpy(to.data(), from.data(), BYTES, cudaMemcpyDeviceToDevice);
}
CASE(copy_beyond_the_end_by_offset, "api_error") {
  auto data = ints(N);
  std::vector<int> host(N);
  cudaMemcpy(data.data() + 1, host.data(), BYTES, cudaMemcpyHostToDevice);
}
CASE_FOR_EMULATOR(copy_onto_itself_shifted, "api_error") {
  auto data = numbers(N);
  cudaMemcpy(data.data() + 1, data.data(), (N - 1) * sizeof(int), cudaMemcpyDeviceToDevice);
}
CASE(copy_of_one_half_to_the_other, "clean") {
  auto data = numbers(N);
  cudaMemcpy(data.data() + N / 2, data.data(), N / 2 * sizeof(int), cudaMemcpyDeviceToDevice);
}
CASE(copy_to_freed, "api_error") {
  int* data = nullptr;
  cudaMalloc(&data, BYTES);
  cudaFree(data);
  std::vector<int> host(N);
  cudaMemcpy(data, host.data(), BYTES, cudaMemcpyHostToDevice);
}
CASE(fill_too_long, "api_error") {
  auto data = ints(N);
  cudaMemset(data.data(), 0, BYTES + 1);
}
CASE(fill_of_host_memory, "api_error") {
  int on_stack[N];
  cudaMemset(on_stack, 0, BYTES);
}
CASE(copy_to_symbol, "clean") {
  const int values[8] = {};
  cudaMemcpyToSymbol(coefficients, values, sizeof values);
}
CASE(copy_to_symbol_too_long, "api_error") {
  const int values[9] = {};
  cudaMemcpyToSymbol(coefficients, values, sizeof values);
}
CASE(copy_of_rows_beyond_the_pitch, "api_error") {
  auto data = ints(N);
  std::vector<int> host(N);
  cudaMemcpy2D(data.data(), 16, host.data(), 32, 32, 4, cudaMemcpyHostToDevice);
}
CASE(launch_of_largest_block, "clean") { nothing<<<1, 1024>>>(); }
CASE(launch_of_too_many_threads, "launch_error") { nothing<<<1, 1025>>>(); }
CASE(launch_of_too_many_threads_in_2d, "launch_error") { nothing<<<1, dim3(64, 64)>>>(); }
CASE(launch_of_no_block, "launch_error") { nothing<<<0, 32>>>(); }
// What a GPU's driver does with such a stream is not defined.
CASE_FOR_EMULATOR(launch_into_a_stream_that_was_destroyed, "launch_error") {
  cudaStream_t stream;
  CUDA_CHECK(cudaStreamCreate(&stream));
  CUDA_CHECK(cudaStreamDestroy(stream));
  nothing<<<1, 32, 0, stream>>>();
}
CASE(launch_of_no_thread, "launch_error") { nothing<<<1, 0>>>(); }
CASE(launch_of_too_high_grid, "launch_error") { nothing<<<dim3(1, 65536), 1>>>(); }
CASE(launch_with_too_much_shared_memory, "launch_error") {
  auto out = ints(N);
  use_shared<<<1, N, 64 * 1024>>>(out.data());
}
CASE(launch_with_much_shared_memory_asked_for, "clean") {
  auto out = ints(N);
  cudaFuncSetAttribute(use_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 * 1024);
  use_shared<<<1, N, 64 * 1024>>>(out.data());
}
