// Launches that go on after a bad access (LOCKSTEP_KEEP_GOING): what is behind it is found, and
// what comes of it is not.
#include "cases.hpp"

using namespace check_cases;
using lockstep::device_buffer;

namespace {

constexpr unsigned N = 64;

__global__ void read_before_race(const int* list, int* data, int* sum) {
  data[threadIdx.x] = list[-1];
  *sum += 1;
}
__global__ void write_before_race(int* list, int* sum) {
  list[-1] = 1;
  *sum += 1;
}
__global__ void use_as_index(const int* list, int* data, int n) {
  const int at = list[n];
  data[at - 1] = static_cast<int>(threadIdx.x);
  data[at] = static_cast<int>(threadIdx.x);
}
__global__ void use_in_condition(const int* list, int* data, int n) {
  if (list[n] == 0) data[0] = static_cast<int>(threadIdx.x);
}
__global__ void read_fresh_at_index(const int* list, const int* fresh, int* out, int n) {
  out[threadIdx.x] = fresh[list[n]];
}
__global__ void read_fresh(const int* list, const int* fresh, int* out, int n) {
  out[threadIdx.x] = fresh[threadIdx.x] + list[n];
}
// Only one thread is misled: the race of the others stays.
__global__ void mislead_one(const int* list, int* data, int n) {
  const int at = threadIdx.x == 5 ? list[n] : 1;
  data[at] = static_cast<int>(threadIdx.x);
}
// The misled thread leaves, and what it does not write is missed by another one.
__global__ void mislead_one_away(const int* list, int* out, int n) {
  __shared__ int tile[N];
  if (list[threadIdx.x == 5 ? n : threadIdx.x] == 0) return;
  tile[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = tile[N - 1 - threadIdx.x];
}
__global__ void wait_for(const volatile int* flag, int* out) {
  while (flag[-1] == 0) continue;
  out[0] = 1;
}
__global__ void search(const int* list, int* out) {
  int i = 0;
  while (list[i] != 7) ++i;
  out[0] = i;
}
__global__ void trap_on_zero(const int* list, int n) {
  if (list[n] == 0) __trap();
}
__global__ void trap_anyway(const int* list, int* out, int n) {
  out[0] = list[n];
  __trap();
}
__global__ void read_both_sides(const int* list, int* out) {
  const unsigned i = threadIdx.x;
  const int left = list[static_cast<int>(i) - 1];
  __threadfence();
  const int right = list[i + 1];
  out[i] = left + right;
}
__global__ void update_beyond(int* list, int* sum, int n) {
  atomicAdd(&list[n], 1);
  if (atomicCAS(&list[n + 1], 0, 1) == 0) *sum += 1;
  *sum += 1;
}
__global__ void read_null(const int* none, int* sum) {
  *sum += none == nullptr ? none[threadIdx.x] : 1;
}
__global__ void read_misaligned(const char* bytes, int* sum) {
  *sum += 1 + *reinterpret_cast<const int*>(bytes + 1);
}
__global__ void write_beyond_shared(int* sum) {
  __shared__ int tile[N];
  tile[threadIdx.x + 1] = 1;
  if (threadIdx.x == 0) tile[0] = 1;
  __syncthreads();
  *sum += tile[threadIdx.x];
}
__global__ void read_fours(const int4* in, int* out) {
  const int4 four = in[threadIdx.x];
  out[0] = four.x + four.w;
}
// The bytes behind a variable stay 0, whatever was written there.
__global__ void write_behind_local(const int* at, int* out) {
  int mine[8];
  for (int i = 0; i < 8; ++i) mine[i] = 1;
  mine[at[0]] = 5;
  const int behind = mine[at[2]];
  if (behind != 0) out[N] = 1;
  out[threadIdx.x] = mine[at[1]];
}
// What is dropped is not there later.
__global__ void write_and_read_beyond(volatile int* list, int* out, int n) {
  list[n] = 5;
  if (list[n] != 0) out[0] = static_cast<int>(threadIdx.x);
}

template <class Kernel>
void with_list(Kernel kernel) {
  auto list = ints(N), data = ints(N);
  kernel<<<1, N>>>(list.data(), data.data(), static_cast<int>(N));
}
template <class Kernel>
void with_list_and_fresh(Kernel kernel) {
  auto list = ints(N), data = ints(N);
  device_buffer<int> fresh(N);
  kernel<<<1, N>>>(list.data(), fresh.data(), data.data(), static_cast<int>(N));
}

}  // namespace

CASE_FOR_EMULATOR(race_behind_a_read, "out_of_bounds global, race global") {
  auto list = ints(N), data = ints(N), sum = ints(1);
  read_before_race<<<1, N>>>(list.data(), data.data(), sum.data());
}
CASE_FOR_EMULATOR(race_behind_a_write, "out_of_bounds global, race global") {
  auto list = ints(N), sum = ints(1);
  write_before_race<<<1, N>>>(list.data(), sum.data());
}
CASE_FOR_EMULATOR(zero_as_index, "out_of_bounds global") { with_list(use_as_index); }
CASE_FOR_EMULATOR(zero_in_condition, "out_of_bounds global") { with_list(use_in_condition); }
CASE_FOR_EMULATOR(zero_as_index_of_fresh_memory, "out_of_bounds global") {
  with_list_and_fresh(read_fresh_at_index);
}
CASE_FOR_EMULATOR(fresh_memory_beside_it, "out_of_bounds global, uninitialized_read global") {
  with_list_and_fresh(read_fresh);
}
CASE_FOR_EMULATOR(race_of_the_other_threads, "out_of_bounds global, race global") {
  with_list(mislead_one);
}
CASE_FOR_EMULATOR(what_a_misled_thread_leaves_out, "out_of_bounds global") {
  auto list = ints(N, 1), data = ints(N);
  mislead_one_away<<<1, N>>>(list.data(), data.data(), static_cast<int>(N));
}
CASE_FOR_EMULATOR(loop_on_the_zero, "out_of_bounds global") {
  auto flag = ints(1), out = ints(1);
  wait_for<<<1, 1>>>(flag.data(), out.data());
}
CASE_FOR_EMULATOR(loop_over_zeros, "out_of_bounds global") {
  auto list = ints(N), out = ints(1);
  search<<<1, 1>>>(list.data(), out.data());
}
CASE_FOR_EMULATOR(trap_that_comes_of_it, "out_of_bounds global") {
  auto list = ints(N);
  trap_on_zero<<<1, 1>>>(list.data(), static_cast<int>(N));
}
CASE_FOR_EMULATOR(trap_that_does_not, "out_of_bounds global, trap") {
  auto list = ints(N), out = ints(1);
  trap_anyway<<<1, 1>>>(list.data(), out.data(), static_cast<int>(N));
}
CASE_FOR_EMULATOR(null_pointer_before_a_race, "null_pointer global, race global") {
  auto sum = ints(1);
  read_null<<<1, N>>>(nullptr, sum.data());
}
CASE_FOR_EMULATOR(misaligned_before_a_race, "misaligned global, race global") {
  auto bytes = filled<char>(N, 0);
  auto sum = ints(1);
  read_misaligned<<<1, N>>>(bytes.data(), sum.data());
}
CASE_FOR_EMULATOR(atomics_before_a_race, "out_of_bounds global, race global") {
  with_list(update_beyond);
}
CASE_FOR_EMULATOR(shared_before_a_race, "out_of_bounds shared, race global") {
  auto sum = ints(1);
  write_beyond_shared<<<1, N>>>(sum.data());
}
CASE_FOR_EMULATOR(vectors_across_the_end, "out_of_bounds global") {
  auto in = ints(N - 1), out = ints(N);
  read_fours<<<1, 1>>>(reinterpret_cast<const int4*>(in.data()) + N / 4 - 1, out.data());
}
CASE_FOR_EMULATOR(local_behind_a_variable, "out_of_bounds local") {
  auto out = ints(N);
  device_buffer<int> at(std::vector<int>{8, 7, 8});
  write_behind_local<<<1, N>>>(at.data(), out.data());
}
CASE_FOR_EMULATOR(dropped_for_good, "out_of_bounds global") { with_list(write_and_read_beyond); }
// The first one is the first; an independent one of the same thread is one more.
CASE_THAT_SAYS(both_ends, "out_of_bounds global", "reads element 64 ") {
  auto list = ints(N), out = ints(N);
  read_both_sides<<<1, N>>>(list.data(), out.data());
}
CASE_THAT_SAYS(both_ends_the_first, "out_of_bounds global", "reads element -1 ") {
  auto list = ints(N), out = ints(N);
  read_both_sides<<<1, N>>>(list.data(), out.data());
}
