// Values that nobody wrote: in global, shared, local memory and the device's heap.
#include "cases.hpp"

using namespace check_cases;
using lockstep::device_buffer;

namespace {

constexpr unsigned N = 64;

template <class T>
__global__ void read(const T* in, T* out) {
  out[threadIdx.x] = in[threadIdx.x];
}
template <class T>
__global__ void write(T* out, unsigned n) {
  if (threadIdx.x < n) out[threadIdx.x] = static_cast<T>(threadIdx.x);
}
__global__ void add(int* sum) { atomicAdd(sum, 1); }
__global__ void increment(int* data) { ++data[threadIdx.x]; }

// Fields, of which one stays as it was; the gap behind it is nobody's either, and nobody reads it.
struct record {
  int key;
  char letter;
  double value;
};
__global__ void write_fields(record* out, bool all) {
  out[threadIdx.x].key = 1;
  out[threadIdx.x].letter = 'a';
  if (all) out[threadIdx.x].value = 2;
}
struct date {
  unsigned day : 5, month : 4, year : 12;
};
__global__ void write_bit_fields(date* out) {
  out[threadIdx.x].day = 3;
  out[threadIdx.x].month = threadIdx.x % 12;
  __threadfence();
  out[threadIdx.x].year = threadIdx.x;
}
__global__ void read_fields(const record* in, double* out) {
  out[threadIdx.x] = in[threadIdx.x].key + in[threadIdx.x].letter + in[threadIdx.x].value;
}

// Only the gaps between the fields are copied besides.
__global__ void copy_records(const record* in, record* out) { out[threadIdx.x] = in[threadIdx.x]; }

// Bytes of words, each written by itself.
__global__ void write_some_bytes(char* out, unsigned step) {
  if (threadIdx.x % step == 0) out[threadIdx.x] = 1;
}
__global__ void read_words(const int* in, int* out) { out[threadIdx.x] = 2 * in[threadIdx.x]; }

template <bool All, bool InBytes>
__global__ void read_shared(int* out) {
  __shared__ int s[N];
  auto* const bytes = reinterpret_cast<unsigned char*>(s);
  const unsigned t = threadIdx.x;
  if (InBytes) {
    for (unsigned b = 0; b < (All ? 4 : 3); ++b) bytes[4 * t + b] = 1;
  } else if (All || t % 2 == 0) {
    s[t] = 1;
  }
  __syncthreads();
  out[t] = 2 * s[t];
}
// What an earlier block left in shared memory is nothing for the next one.
__global__ void read_of_block_before(int* out) {
  __shared__ int s[N];
  if (blockIdx.x == 0) s[threadIdx.x] = 1;
  __syncthreads();
  out[blockIdx.x * N + threadIdx.x] = s[threadIdx.x];
}

// The compiler reads the variable in any case, and then chooses. Not inlined, so that it lies in
// memory.
__device__ __noinline__ bool find_value(const int* in, int* found) {
  if (in[threadIdx.x] == 0) return false;
  *found = in[threadIdx.x];
  return true;
}
template <bool WhenFound>
__global__ void read_if_found(const int* in, int* out) {
  int value;
  const bool found = find_value(in, &value);
  out[threadIdx.x] = found == WhenFound ? value : -1;
}

template <bool All>
__global__ void read_local(const int* in, int* out) {
  int mine[16];
  for (int i = 0; i < (All ? 16 : 15); ++i) mine[in[i]] = i;
  int sum = 0;
  for (int i = 0; i < 16; ++i) sum += mine[in[i]];
  out[threadIdx.x] = sum;
}
__global__ void read_heap(int* out, bool all) {
  int* const made = static_cast<int*>(malloc(2 * sizeof(int)));
  if (made == nullptr) return;
  made[0] = 1;
  if (all) made[1] = 2;
  out[threadIdx.x] = made[0] + made[1];
  free(made);
}
__device__ int zeroed_by_definition[N];

// Values that reach nothing.
__global__ void exchange(int* data) { atomicExch(&data[threadIdx.x], 1); }
__global__ void exchange_and_use(int* data, int* out) {
  out[threadIdx.x] = atomicExch(&data[threadIdx.x], 1);
}
__global__ void release_shared(int* out) {
  __shared__ int lock;
  if (threadIdx.x == 0) atomicExch(&lock, 0);
  __syncthreads();
  out[threadIdx.x] = lock;
}
__global__ void compare_and_swap(int* data) { atomicCAS(&data[threadIdx.x], 0, 1); }
__global__ void read_for_nothing(const volatile int* data) {
  const int value = 2 * data[threadIdx.x];
  static_cast<void>(value);
}
template <bool Last>
__global__ void read_fours(const int4* in, int* out) {
  const int4 four = in[threadIdx.x];
  out[threadIdx.x] = Last ? four.x + four.w : four.x;
}

// Fours of which the first is written.
device_buffer<int> first_of_fours() {
  device_buffer<int> in(4 * N);
  const int one = 1;
  for (unsigned i = 0; i < N; ++i)
    cudaMemcpy(in.data() + 4 * i, &one, sizeof one, cudaMemcpyHostToDevice);
  return in;
}

// A tile with a halo, of which the cells beyond the array were never written. What is computed for
// them goes through shared memory, and no thread stores it.
__global__ void smooth_inner(const float* in, float* out, unsigned size) {
  __shared__ float tile[N], sums[N];
  const unsigned t = threadIdx.x;
  tile[t] = in[t] * 0.5f;
  __syncthreads();
  sums[t] = t > 0 && t + 1 < N ? tile[t - 1] + tile[t + 1] : tile[t];
  __syncthreads();
  if (t >= 2 && t < size) out[t] = sums[t - 1];
}

}  // namespace

CASE(read_of_what_nobody_wrote, "uninitialized_read global") {
  device_buffer<int> in(N), out(N);
  read<<<1, N>>>(in.data(), out.data());
}
CASE(read_of_what_the_host_wrote, "clean") {
  auto in = numbers(N), out = ints(N);
  read<<<1, N>>>(in.data(), out.data());
}
CASE(read_of_what_a_fill_wrote, "clean") {
  device_buffer<int> in(N), out(N);
  cudaMemset(in.data(), 0, in.bytes());
  read<<<1, N>>>(in.data(), out.data());
}
CASE(read_beyond_a_short_fill, "uninitialized_read global") {
  device_buffer<int> in(N), out(N);
  cudaMemset(in.data(), 0, N);  // bytes, not elements
  read<<<1, N>>>(in.data(), out.data());
}
CASE(read_beyond_a_short_copy, "uninitialized_read global") {
  device_buffer<int> in(N), out(N);
  const std::vector<int> host(N);
  cudaMemcpy(in.data(), host.data(), N, cudaMemcpyHostToDevice);
  read<<<1, N>>>(in.data(), out.data());
}
CASE(read_of_what_a_kernel_wrote, "clean") {
  device_buffer<int> in(N), out(N);
  write<<<1, N>>>(in.data(), N);
  read<<<1, N>>>(in.data(), out.data());
}
CASE(read_of_one_element_too_many, "uninitialized_read global") {
  device_buffer<int> in(N), out(N);
  write<<<1, N>>>(in.data(), N - 1);
  read<<<1, N>>>(in.data(), out.data());
}
CASE(read_of_bytes, "clean") {
  device_buffer<char> in(N), out(N);
  write<<<1, N>>>(in.data(), N);
  read<<<1, N>>>(in.data(), out.data());
}
CASE(read_of_one_byte_too_many, "uninitialized_read global") {
  device_buffer<char> in(N), out(N);
  write<<<1, N>>>(in.data(), N - 1);
  read<<<1, N>>>(in.data(), out.data());
}
CASE(read_of_words_written_by_bytes, "clean") {
  device_buffer<char> in(4 * N);
  auto out = ints(N);
  write_some_bytes<<<1, 4 * N>>>(in.data(), 1);
  read_words<<<1, N>>>(reinterpret_cast<const int*>(in.data()), out.data());
}
CASE(read_of_words_of_which_bytes_are_missing, "uninitialized_read global") {
  device_buffer<char> in(4 * N);
  auto out = ints(N);
  write_some_bytes<<<1, 4 * N>>>(in.data(), 2);
  read_words<<<1, N>>>(reinterpret_cast<const int*>(in.data()), out.data());
}
CASE(read_of_all_fields, "clean") {
  device_buffer<record> records(N);
  device_buffer<double> out(N);
  write_fields<<<1, N>>>(records.data(), true);
  read_fields<<<1, N>>>(records.data(), out.data());
}
CASE(copy_of_objects_with_gaps, "clean") {
  device_buffer<record> in(N), out(N);
  write_fields<<<1, N>>>(in.data(), true);
  copy_records<<<1, N>>>(in.data(), out.data());
}
CASE(copy_of_objects_that_nobody_wrote, "uninitialized_read global") {
  device_buffer<record> in(N), out(N);
  copy_records<<<1, N>>>(in.data(), out.data());
}
CASE(read_of_a_field_that_is_missing, "uninitialized_read global") {
  device_buffer<record> records(N);
  device_buffer<double> out(N);
  write_fields<<<1, N>>>(records.data(), false);
  read_fields<<<1, N>>>(records.data(), out.data());
}
CASE(write_of_bit_fields, "clean") {
  device_buffer<date> dates(N);
  write_bit_fields<<<1, N>>>(dates.data());
}
CASE(sum_that_does_not_begin_at_zero, "uninitialized_read global") {
  device_buffer<int> sum(1);
  add<<<1, 1>>>(sum.data());
}
CASE(increment_of_what_nobody_wrote, "uninitialized_read global") {
  device_buffer<int> data(N);
  increment<<<1, N>>>(data.data());
}
CASE(copy_of_what_nobody_wrote_between_buffers, "uninitialized_read global") {
  device_buffer<int> from(N), to(N), out(N);
  cudaMemcpy(to.data(), from.data(), from.bytes(), cudaMemcpyDeviceToDevice);
  read<<<1, N>>>(to.data(), out.data());
}
CASE(read_of_shared, "clean") {
  auto out = ints(N);
  read_shared<with, without><<<1, N>>>(out.data());
}
CASE_THAT_SAYS(read_of_shared_half_written, "uninitialized_read shared",
               "reads `s[1]` in shared memory, which no thread of the block has written") {
  auto out = ints(N);
  read_shared<without, without><<<1, N>>>(out.data());
}
CASE(read_of_shared_written_by_bytes, "clean") {
  auto out = ints(N);
  read_shared<with, with><<<1, N>>>(out.data());
}
CASE(read_of_shared_of_which_bytes_are_missing, "uninitialized_read shared") {
  auto out = ints(N);
  read_shared<without, with><<<1, N>>>(out.data());
}
CASE(read_of_shared_of_block_before, "uninitialized_read shared") {
  auto out = ints(2 * N);
  read_of_block_before<<<2, N>>>(out.data());
}
CASE(read_of_local, "clean") {
  auto in = numbers(16), out = ints(N);
  read_local<with><<<1, N>>>(in.data(), out.data());
}
CASE(read_of_local_if_it_was_written, "clean") {
  const auto in = numbers(N);
  auto out = ints(N);
  read_if_found<true><<<1, N>>>(in.data(), out.data());
}
CASE(read_of_local_if_it_was_not_written, "uninitialized_read local") {
  const auto in = numbers(N);
  auto out = ints(N);
  read_if_found<false><<<1, N>>>(in.data(), out.data());
}
CASE(read_of_local_half_written, "uninitialized_read local") {
  auto in = numbers(16), out = ints(N);
  read_local<without><<<1, N>>>(in.data(), out.data());
}
CASE_THAT_SAYS(read_of_local_is_placed_from_its_beginning, "uninitialized_read local",
               "at offset 60 of the thread's local memory") {
  auto in = numbers(16), out = ints(N);
  read_local<without><<<1, N>>>(in.data(), out.data());
}
CASE(read_of_heap, "clean") {
  auto out = ints(N);
  read_heap<<<1, N>>>(out.data(), true);
}
CASE(read_of_heap_half_written, "uninitialized_read global") {
  auto out = ints(N);
  read_heap<<<1, N>>>(out.data(), false);
}
CASE(read_of_variable_zeroed_by_definition, "clean") {
  auto out = ints(N);
  void* variable = nullptr;
  CUDA_CHECK(cudaGetSymbolAddress(&variable, zeroed_by_definition));
  read<<<1, N>>>(static_cast<const int*>(variable), out.data());
}
CASE(exchange_whose_result_nobody_uses, "clean") {
  device_buffer<int> data(N);
  exchange<<<1, N>>>(data.data());
}
CASE(exchange_whose_result_is_used, "uninitialized_read global") {
  device_buffer<int> data(N), out(N);
  exchange_and_use<<<1, N>>>(data.data(), out.data());
}
CASE(exchange_in_shared_memory, "clean") {
  auto out = ints(N);
  release_shared<<<1, N>>>(out.data());
}
CASE(compare_and_swap_of_what_nobody_wrote, "uninitialized_read global") {
  device_buffer<int> data(N);
  compare_and_swap<<<1, N>>>(data.data());
}
CASE(read_whose_value_nobody_uses, "clean") {
  device_buffer<int> data(N);
  read_for_nothing<<<1, N>>>(data.data());
}
CASE(fours_of_which_one_is_used, "clean") {
  auto in = first_of_fours(), out = ints(N);
  read_fours<without><<<1, N>>>(reinterpret_cast<const int4*>(in.data()), out.data());
}
CASE(fours_of_which_two_are_used, "uninitialized_read global") {
  auto in = first_of_fours(), out = ints(N);
  read_fours<with><<<1, N>>>(reinterpret_cast<const int4*>(in.data()), out.data());
}
CASE_FOR_EMULATOR(halo_whose_values_reach_nothing, "clean") {
  device_buffer<float> in(N), out(N);
  in.upload(std::vector<float>(N - 4, 1));
  smooth_inner<<<1, N>>>(in.data(), out.data(), N - 6);
}
CASE_THAT_SAYS(copy_to_the_host_of_what_nobody_wrote, "uninitialized_read global",
               "cudaMemcpy copies 256 bytes to the host, none of which has been written\n") {
  device_buffer<int> data(N), other(N);
  write<<<1, N>>>(other.data(), N);
  std::vector<int> host(N);
  cudaMemcpy(host.data(), data.data(), N * sizeof(int), cudaMemcpyDeviceToHost);
}
// Of a buffer a part is in use, of which the host may know.
CASE(copy_to_the_host_of_a_part_that_is_written, "clean") {
  device_buffer<int> data(N);
  write<<<1, N>>>(data.data(), 8);
  std::vector<int> host(N);
  cudaMemcpy(host.data(), data.data(), N * sizeof(int), cudaMemcpyDeviceToHost);
}
CASE(copy_on_the_device_of_what_nobody_wrote, "clean") {
  device_buffer<int> data(N), other(N);
  cudaMemcpy(other.data(), data.data(), N * sizeof(int), cudaMemcpyDeviceToDevice);
}
