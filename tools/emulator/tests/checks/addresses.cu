// Addresses that are none: null, misaligned, freed, of the host; and what is freed wrongly.
#include "cases.hpp"

#include <cstdlib>

using namespace check_cases;

namespace {

__global__ void write(int* at) { at[threadIdx.x] = 1; }
__global__ void read(const int* at, int* out) { out[threadIdx.x] = at[threadIdx.x]; }
template <class T>
__global__ void read_as(const char* at, T* out) {
  *out = *reinterpret_cast<const T*>(at);
}
struct list_node {
  int value;
  list_node* next;
};
__global__ void walk(const list_node* at, int* out) {
  int sum = 0;
  for (int i = 0; i < 3; ++i, at = at->next) sum += at->value;
  *out = sum;
}
__global__ void update_shared_misaligned(int* out) {
  __shared__ __align__(8) char bytes[16];
  for (char& b : bytes) b = 1;
  *out = *reinterpret_cast<int*>(bytes + 2 + (*out != 0));
}
__global__ void change_parameter(const __grid_constant__ int parameter, int* out) {
  asm volatile("st.s32 [%0], 3;" ::"l"(&parameter) : "memory");
  *out = parameter;
}

int* on_device(unsigned count) {
  int* made = nullptr;
  CUDA_CHECK(cudaMalloc(&made, count * sizeof(int)));
  CUDA_CHECK(cudaMemset(made, 0, count * sizeof(int)));
  return made;
}

}  // namespace

CASE(address_null, "null_pointer global") { write<<<1, 32>>>(nullptr); }
CASE_FOR_EMULATOR(address_of_parameter_that_is_written, "out_of_bounds param") {
  auto out = ints(1);
  change_parameter<<<1, 1>>>(1, out.data());
}
CASE(address_null_with_offset, "null_pointer global") {
  auto out = ints(1);
  read<<<1, 1>>>(static_cast<const int*>(nullptr) + 16, out.data());
}
CASE(address_of_list_that_ends_early, "null_pointer global") {
  auto out = ints(1);
  lockstep::device_buffer<list_node> nodes(2);
  nodes.upload({{1, nodes.data() + 1}, {2, nullptr}});
  walk<<<1, 1>>>(nodes.data(), out.data());
}
CASE(address_of_list, "clean") {
  auto out = ints(1);
  lockstep::device_buffer<list_node> nodes(3);
  nodes.upload({{1, nodes.data() + 1}, {2, nodes.data() + 2}, {3, nullptr}});
  walk<<<1, 1>>>(nodes.data(), out.data());
}
CASE(address_misaligned_for_int, "misaligned global") {
  auto bytes = filled<char>(64, 1);
  auto out = ints(1);
  read_as<<<1, 1>>>(bytes.data() + 2, out.data());
}
CASE(address_misaligned_for_double, "misaligned global") {
  auto bytes = filled<char>(64, 1);
  auto out = filled<double>(1, 0);
  read_as<<<1, 1>>>(bytes.data() + 4, out.data());
}
CASE(address_misaligned_for_vector, "misaligned global") {
  auto bytes = filled<char>(64, 1);
  auto out = filled<int4>(1, int4{});
  read_as<<<1, 1>>>(bytes.data() + 8, out.data());
}
CASE(address_aligned_for_vector, "clean") {
  auto bytes = filled<char>(64, 1);
  auto out = filled<int4>(1, int4{});
  read_as<<<1, 1>>>(bytes.data() + 16, out.data());
}
CASE(address_misaligned_in_shared, "misaligned shared") {
  auto out = ints(1);
  update_shared_misaligned<<<1, 1>>>(out.data());
}
CASE(address_freed, "use_after_free global") {
  int* const data = on_device(32);
  cudaFree(data);
  write<<<1, 32>>>(data);
}
CASE(address_freed_and_allocated_again, "clean") {
  int* data = on_device(32);
  cudaFree(data);
  data = on_device(32);
  write<<<1, 32>>>(data);
  cudaFree(data);
}
CASE(address_old_one_of_what_was_allocated_again, "use_after_free global") {
  int* const before = on_device(32);
  cudaFree(before);
  auto now = ints(32);
  write<<<1, 32>>>(before);
}
CASE(address_freed_in_stream_order, "use_after_free global") {
  int* data = nullptr;
  cudaMallocAsync(&data, 128, nullptr);
  cudaFreeAsync(data, nullptr);
  write<<<1, 32>>>(data);
}
CASE(address_used_before_freed_in_stream_order, "clean") {
  int* data = nullptr;
  cudaMallocAsync(&data, 128, nullptr);
  write<<<1, 32>>>(data);
  cudaFreeAsync(data, nullptr);
}
CASE(freed_twice, "double_free") {
  int* const data = on_device(32);
  cudaFree(data);
  cudaFree(data);
}
CASE(freed_null, "clean") { cudaFree(nullptr); }
CASE(freed_inside, "invalid_free") {
  int* const data = on_device(32);
  cudaFree(data + 1);
  cudaFree(data);
}
CASE(freed_memory_of_host, "invalid_free") {
  int on_stack = 0;
  cudaFree(&on_stack);
}
CASE(freed_pinned_twice, "double_free") {
  int* data = nullptr;
  cudaMallocHost(&data, 128);
  cudaFreeHost(data);
  cudaFreeHost(data);
}
// A GPU with heterogeneous memory management may follow it.
CASE_FOR_EMULATOR(address_of_host_stack, "out_of_bounds global") {
  int on_stack[32] = {};
  write<<<1, 32>>>(on_stack);
}
CASE_FOR_EMULATOR(address_of_host_heap, "out_of_bounds global") {
  auto* const data = static_cast<int*>(std::malloc(128));
  write<<<1, 32>>>(data);
  cudaDeviceSynchronize();
  std::free(data);
}
CASE(address_of_pinned_memory, "clean") {
  lockstep::pinned_buffer<int> data(32);
  write<<<1, 32>>>(data.data());
  cudaDeviceSynchronize();
}
CASE(address_of_managed_memory, "clean") {
  int* data = nullptr;
  cudaMallocManaged(&data, 128);
  write<<<1, 32>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);
}
