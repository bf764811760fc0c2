// Accesses beyond the ends of arrays: in global, shared and local memory.
#include "cases.hpp"

using namespace check_cases;

namespace {

constexpr unsigned N = 100, THREADS = 64, BLOCKS = 2;

__device__ unsigned thread_number() { return blockIdx.x * blockDim.x + threadIdx.x; }

enum class guard { right, missing, off_by_one };
template <guard Guard>
__device__ bool is_inside(unsigned i, unsigned n) {
  return Guard == guard::right ? i < n : Guard == guard::missing || i <= n;
}

template <guard Guard>
__global__ void read(const int* in, int* out, unsigned n) {
  const unsigned i = thread_number();
  if (is_inside<Guard>(i, n)) out[i] = in[i];
}
template <guard Guard>
__global__ void write(int* out, unsigned n) {
  const unsigned i = thread_number();
  if (is_inside<Guard>(i, n)) out[i] = 1;
}
template <guard Guard>
__global__ void update(int* out, unsigned n) {
  const unsigned i = thread_number();
  if (is_inside<Guard>(i, n)) atomicAdd(&out[i], 1);
}
__global__ void read_before(const int* in, int* out) {
  const int i = static_cast<int>(thread_number());
  out[i] = in[i - 1];
}
// Elements of four: the last one reaches beyond the end.
__global__ void read_fours(const int4* in, int* out, unsigned count) {
  const unsigned i = thread_number();
  if (i < count) out[i] = in[i].x + in[i].w;
}
__global__ void write_at(int* data, long offset) { data[offset] = 1; }
// What the launch passes is no pointer into the array.
__global__ void write_through(int** to, long offset) { (*to)[offset] = 1; }
__global__ void write_bytes(char* data, unsigned count) {
  if (thread_number() < count) data[thread_number()] = 1;
}
// Bytes were allocated where elements were meant.
__global__ void fill_doubles(double* data, unsigned n) {
  if (thread_number() < n) data[thread_number()] = 1;
}
__device__ int table[16];
__global__ void write_table(unsigned n) {
  if (threadIdx.x < n) table[threadIdx.x] = 1;
}
__global__ void read_by_index(const int* indices, const int* in, int* out) {
  out[threadIdx.x] = in[indices[threadIdx.x]];
}
// 32 bits are not enough for the product.
__global__ void write_far(int* data, int row, int width) { data[row * width] = 1; }

template <unsigned Size>
__global__ void use_static_shared(int* out, unsigned reach) {
  __shared__ int s[Size];
  for (unsigned i = threadIdx.x; i < reach; i += blockDim.x) s[i] = static_cast<int>(i);
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
__global__ void use_dynamic_shared(int* out) {
  extern __shared__ int s[];
  s[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
// Two arrays in one piece of dynamic shared memory.
__global__ void split_dynamic_shared(int* out) {
  extern __shared__ int s[];
  int* const second = s + blockDim.x;
  s[threadIdx.x] = 1;
  second[threadIdx.x] = 2;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x] + second[blockDim.x - 1 - threadIdx.x];
}
__global__ void use_local(int* out, const int* indices) {
  int mine[8];
  for (int& m : mine) m = static_cast<int>(threadIdx.x);
  mine[indices[0]] = 5;
  out[threadIdx.x] = mine[indices[1]];
}

__device__ int sink;
__device__ __noinline__ void fill(int* values, int count) {
  for (int i = 0; i < count; ++i) values[i] = i;
}
template <int More>
__global__ void call_with_local() {
  int mine[8];
  fill(mine, 8 + More);
  if (threadIdx.x == 0) sink = mine[sink & 7];
}
__device__ __noinline__ int* address_of_local(int value) {
  int mine[4] = {value, value, value, value};
  int* volatile address = mine;
  fill(address, 4);
  return address;
}
__global__ void use_returned_local() {
  const int* gone = address_of_local(threadIdx.x);
  if (threadIdx.x == 0) sink = gone[1];
}

template <class Kernel>
void on_100(Kernel kernel) {
  auto data = ints(N);
  kernel<<<BLOCKS, THREADS>>>(data.data(), N);
}
template <class Kernel>
void from_100(Kernel kernel) {
  auto in = ints(N), out = ints(BLOCKS * THREADS);
  kernel<<<BLOCKS, THREADS>>>(in.data(), out.data(), N);
}
template <class Kernel>
void shared(Kernel kernel, unsigned bytes) {
  auto out = ints(THREADS);
  kernel<<<1, THREADS, bytes>>>(out.data());
}
void local(int write, int read) {
  auto out = ints(THREADS);
  lockstep::device_buffer<int> indices(std::vector<int>{write, read});
  use_local<<<1, THREADS>>>(out.data(), indices.data());
}

}  // namespace

CASE(bounds_of_read, "clean") { from_100(read<guard::right>); }
CASE(bounds_of_read_missing, "out_of_bounds global") { from_100(read<guard::missing>); }
CASE(bounds_of_read_off_by_one, "out_of_bounds global") { from_100(read<guard::off_by_one>); }
CASE(bounds_of_write, "clean") { on_100(write<guard::right>); }
CASE(bounds_of_write_missing, "out_of_bounds global") { on_100(write<guard::missing>); }
CASE(bounds_of_write_off_by_one, "out_of_bounds global") { on_100(write<guard::off_by_one>); }
CASE(bounds_of_atomic, "clean") { on_100(update<guard::right>); }
CASE(bounds_of_atomic_off_by_one, "out_of_bounds global") { on_100(update<guard::off_by_one>); }
CASE(bounds_index_negative, "out_of_bounds global") {
  auto in = ints(THREADS), out = ints(THREADS);
  read_before<<<1, THREADS>>>(in.data(), out.data());
}
CASE(bounds_of_vectors, "clean") {
  auto in = ints(N), out = ints(N);
  read_fours<<<1, THREADS>>>(reinterpret_cast<const int4*>(in.data()), out.data(), N / 4);
}
CASE(bounds_of_vectors_across_the_end, "out_of_bounds global") {
  auto in = ints(N - 1), out = ints(N);
  read_fours<<<1, THREADS>>>(reinterpret_cast<const int4*>(in.data()), out.data(), N / 4);
}
CASE(bounds_beside_a_neighbour, "out_of_bounds global") {
  auto first = ints(64), second = ints(64);
  write_at<<<1, 1>>>(first.data(), 64);
}
CASE(bounds_before_a_neighbour, "out_of_bounds global") {
  auto first = ints(64), second = ints(64);
  write_at<<<1, 1>>>(second.data(), -1);
}
// Whatever lies nearest to the address, the pointer says which array was meant.
CASE_THAT_SAYS(bounds_far_beyond_a_neighbour, "out_of_bounds global",
               "writes element 100000 of an allocation of 64 elements of 4 bytes") {
  auto first = ints(64), second = ints(32);
  write_at<<<1, 1>>>(first.data(), 100000);
}
CASE_THAT_SAYS(bounds_far_before_a_neighbour, "out_of_bounds global",
               "writes element -100000 of an allocation of 64 elements of 4 bytes") {
  auto first = ints(32), second = ints(64);
  write_at<<<1, 1>>>(second.data(), -100000);
}
CASE_THAT_SAYS(bounds_far_away_by_an_index_from_memory, "out_of_bounds global",
               "reads element 1000000 of an allocation of 64 elements of 4 bytes") {
  auto indices = ints(32, 1000000), in = ints(64), out = ints(32);
  read_by_index<<<1, 32>>>(indices.data(), in.data(), out.data());
}
CASE_THAT_SAYS(bounds_far_from_everything, "out_of_bounds global",
               "loads, far from every allocation (") {
  auto first = ints(64);
  const std::vector<int*> pointers{first.data()};
  lockstep::device_buffer<int*> to(pointers);
  write_through<<<1, 1>>>(to.data(), 10000000);
}
CASE(bounds_of_bytes, "clean") {
  auto data = filled<char>(61, 0);
  write_bytes<<<1, THREADS>>>(data.data(), 61);
}
CASE(bounds_of_bytes_off_by_one, "out_of_bounds global") {
  auto data = filled<char>(61, 0);
  write_bytes<<<1, THREADS>>>(data.data(), 62);
}
CASE(bounds_of_bytes_taken_for_elements, "out_of_bounds global") {
  double* data = nullptr;
  CUDA_CHECK(cudaMalloc(&data, THREADS));
  fill_doubles<<<1, THREADS>>>(data, THREADS);
  cudaFree(data);
}
CASE(bounds_of_variable, "clean") { write_table<<<1, 32>>>(16); }
CASE(bounds_of_variable_missed, "out_of_bounds global") { write_table<<<1, 32>>>(17); }
CASE(bounds_of_index_from_memory, "out_of_bounds global") {
  auto indices = ints(32, 40), in = ints(32), out = ints(32);
  read_by_index<<<1, 32>>>(indices.data(), in.data(), out.data());
}
CASE(bounds_of_overflowing_index, "out_of_bounds global") {
  auto data = ints(1024);
  write_far<<<1, 1>>>(data.data(), 1 << 16, (1 << 15) + 1);
}
CASE(bounds_of_shared, "clean") {
  auto out = ints(THREADS);
  use_static_shared<64><<<1, THREADS>>>(out.data(), 64);
}
CASE(bounds_of_shared_off_by_one, "out_of_bounds shared") {
  auto out = ints(THREADS);
  use_static_shared<64><<<1, THREADS>>>(out.data(), 65);
}
CASE(bounds_of_dynamic_shared, "clean") { shared(use_dynamic_shared, THREADS * 4); }
CASE(bounds_of_dynamic_shared_forgotten, "out_of_bounds shared") { shared(use_dynamic_shared, 0); }
CASE(bounds_of_dynamic_shared_in_elements, "out_of_bounds shared") {
  shared(use_dynamic_shared, THREADS);
}
CASE(bounds_of_two_dynamic_arrays, "clean") { shared(split_dynamic_shared, 2 * THREADS * 4); }
CASE(bounds_of_second_dynamic_array, "out_of_bounds shared") {
  shared(split_dynamic_shared, THREADS * 4);
}
// A function's variables are nobody's before it is called and after it has returned.
CASE(bounds_of_local_of_caller, "clean") { call_with_local<0><<<1, 32>>>(); }
CASE(bounds_of_local_of_caller_missed, "out_of_bounds local") { call_with_local<1><<<1, 32>>>(); }
CASE(local_variable_that_is_gone, "out_of_bounds local") { use_returned_local<<<1, 32>>>(); }
CASE(bounds_of_local, "clean") { local(7, 7); }
CASE(bounds_of_local_write, "out_of_bounds local") { local(8, 0); }
CASE(bounds_of_local_read, "out_of_bounds local") { local(0, 9); }
CASE(bounds_of_local_negative, "out_of_bounds local") { local(-1, 0); }
