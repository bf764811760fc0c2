// Launches from kernels: what parents and children see of each other (CUDA C++ Programming Guide,
// "CUDA Dynamic Parallelism", memory coherence).
#include "cases.hpp"

using namespace check_cases;

namespace {

constexpr unsigned N = 64;

__global__ void increment(int* data) { data[threadIdx.x] += 1; }
__global__ void copy(const int* in, int* out) { out[threadIdx.x] = in[N - 1 - threadIdx.x]; }
__global__ void add(int* sum) { atomicAdd(sum, 1); }

// What the launching thread wrote before the launch, the child sees.
__global__ void child_reads_what_parent_wrote(int* data, int* out) {
  if (threadIdx.x != 0) return;
  for (unsigned i = 0; i < N; ++i) data[i] = static_cast<int>(i);
  copy<<<1, N>>>(data, out);
}
// What other threads wrote, it sees behind a barrier of the block only.
template <bool Barrier>
__global__ void child_reads_what_block_wrote(int* data, int* out) {
  data[threadIdx.x] = static_cast<int>(threadIdx.x);
  if (Barrier) __syncthreads();
  if (threadIdx.x == 0) copy<<<1, N>>>(data, out);
}
// What other blocks wrote, it does not.
__global__ void child_reads_what_other_blocks_wrote(int* data, int* out) {
  data[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  __syncthreads();
  if (blockIdx.x == 0 && threadIdx.x == 0) copy<<<1, N>>>(data, out);
}
// The parent goes on while its child runs.
__global__ void parent_writes_behind_launch(int* data, int* out) {
  copy<<<1, N>>>(data, out);
  data[5] = 7;
}
__global__ void parent_reads_behind_launch(int* data, int* out) {
  increment<<<1, N>>>(data);
  *out = data[5];
}
__global__ void other_thread_writes_behind_launch(int* data, int* out) {
  if (threadIdx.x == 0) copy<<<1, N>>>(data, out);
  __syncthreads();
  data[threadIdx.x] = 3;
}
__global__ void parent_writes_elsewhere(int* data, int* out) {
  copy<<<1, N / 2>>>(data, out);  // reads the upper half
  data[5] = 7;
}
__global__ void parent_and_child_add_atomically(int* sum) {
  add<<<2, 32>>>(sum);
  atomicAdd(sum, 1);
}

// Tail launches begin when the grid is complete, all of it.
__global__ void tail_launch_reads(int* data, int* out) {
  if (blockIdx.x == 0 && threadIdx.x == 0) copy<<<1, N, 0, cudaStreamTailLaunch>>>(data, out);
  data[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
__global__ void tail_launch_behind_child(int* data, int* out) {
  increment<<<1, N>>>(data);
  copy<<<1, N, 0, cudaStreamTailLaunch>>>(data, out);
}
// What is fired and forgotten is ordered with nothing that follows.
__global__ void fire_and_forget_twice(int* data) {
  increment<<<1, N, 0, cudaStreamFireAndForget>>>(data);
  increment<<<1, N, 0, cudaStreamFireAndForget>>>(data);
}
// Children of one thread in one stream come one after the other.
__global__ void two_children_in_one_stream(int* data, int* out) {
  increment<<<1, N>>>(data);
  copy<<<1, N>>>(data, out);
}
__global__ void two_children_in_two_streams(int* data, int* out) {
  cudaStream_t one, other;
  cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
  increment<<<1, N, 0, one>>>(data);
  copy<<<1, N, 0, other>>>(data, out);
  cudaStreamDestroy(one);
  cudaStreamDestroy(other);
}
__global__ void two_children_with_event_between(int* data, int* out) {
  cudaStream_t one, other;
  cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
  cudaEvent_t done;
  cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
  increment<<<1, N, 0, one>>>(data);
  cudaEventRecord(done, one);
  cudaStreamWaitEvent(other, done, 0);
  copy<<<1, N, 0, other>>>(data, out);
  cudaEventDestroy(done);
  cudaStreamDestroy(one);
  cudaStreamDestroy(other);
}
// Each block launches: all children write the same elements, or each its own.
template <bool OwnPart>
__global__ void child_of_each_block(int* data) {
  if (threadIdx.x == 0) increment<<<1, N>>>(data + (OwnPart ? blockIdx.x * N : 0));
}

// Sorted halves: children of children, each with its own part.
__global__ void split(int* data, unsigned n) {
  data[0] += data[n / 2];
  if (n <= 2) return;
  split<<<1, 1>>>(data, n / 2);
  split<<<1, 1, 0, cudaStreamFireAndForget>>>(data + n / 2, n / 2);
}
// A sum in levels: each level begins when the one before is complete.
__global__ void add_halves(int* data, unsigned n) {
  data[threadIdx.x] += data[threadIdx.x + n / 2];
  __syncthreads();
  if (threadIdx.x == 0 && n > 2) add_halves<<<1, n / 4, 0, cudaStreamTailLaunch>>>(data, n / 2);
}

// Pointers that a child must not get.
__global__ void write_one(int* at) { *at = 1; }
__global__ void child_gets_null() { write_one<<<1, 1>>>(nullptr); }
__global__ void child_writes_beyond(int* data) { increment<<<1, N + 1>>>(data); }

// More launches than the device keeps.
__global__ void launch_each(int* sum) { add<<<1, 1, 0, cudaStreamTailLaunch>>>(sum); }

template <class Kernel>
void run(Kernel kernel, unsigned blocks = 1, unsigned threads = 1) {
  auto data = numbers(4 * N), out = ints(4 * N);
  kernel<<<blocks, threads>>>(data.data(), out.data());
}

}  // namespace

CASE(child_reads_what_parent_wrote, "clean") { run(child_reads_what_parent_wrote); }
CASE(child_reads_what_block_wrote, "clean") { run(child_reads_what_block_wrote<with>, 1, N); }
CASE(child_reads_without_barrier, "race global") {
  run(child_reads_what_block_wrote<without>, 1, N);
}
CASE(child_reads_what_other_blocks_wrote, "race global") {
  run(child_reads_what_other_blocks_wrote, 2, N / 2);
}
CASE(parent_writes_behind_launch, "race global") { run(parent_writes_behind_launch); }
CASE(parent_reads_behind_launch, "race global") { run(parent_reads_behind_launch); }
CASE(other_thread_writes_behind_launch, "race global") {
  run(other_thread_writes_behind_launch, 1, N);
}
CASE(parent_writes_elsewhere, "clean") { run(parent_writes_elsewhere); }
CASE(parent_and_child_add_atomically, "clean") {
  auto sum = ints(1);
  parent_and_child_add_atomically<<<1, 1>>>(sum.data());
}
CASE(tail_launch_reads, "clean") { run(tail_launch_reads, 2, N / 2); }
CASE(tail_launch_behind_child, "clean") { run(tail_launch_behind_child); }
CASE(fire_and_forget_twice, "race global") {
  auto data = ints(N);
  fire_and_forget_twice<<<1, 1>>>(data.data());
}
CASE(two_children_in_one_stream, "clean") { run(two_children_in_one_stream); }
CASE(two_children_in_two_streams, "race global") { run(two_children_in_two_streams); }
CASE(two_children_with_event_between, "clean") { run(two_children_with_event_between); }
CASE(children_of_blocks_with_own_parts, "clean") {
  auto data = ints(4 * N);
  child_of_each_block<with><<<4, 32>>>(data.data());
}
CASE(children_of_blocks_with_same_part, "race global") {
  auto data = ints(4 * N);
  child_of_each_block<without><<<4, 32>>>(data.data());
}
CASE(children_split_the_data, "clean") {
  auto data = ints(N, 1);
  split<<<1, 1>>>(data.data(), N);
}
CASE(children_by_levels, "clean") {
  auto data = ints(N, 1);
  add_halves<<<1, N / 2>>>(data.data(), N);
}
CASE(child_gets_null, "null_pointer global") { child_gets_null<<<1, 1>>>(); }
CASE(child_writes_beyond, "out_of_bounds global") {
  auto data = ints(N);
  child_writes_beyond<<<1, 1>>>(data.data());
}
CASE(children_that_fit, "clean") {
  auto sum = ints(1);
  launch_each<<<2048, 1>>>(sum.data());
}
CASE(children_that_are_lost, "lost_child_launch") {
  auto sum = ints(1);
  launch_each<<<2049, 1>>>(sum.data());
}
CASE_FOR_EMULATOR(kernel_behind_tail_launch, "clean") {
  auto data = numbers(N), out = ints(N), more = ints(N);
  tail_launch_behind_child<<<1, 1>>>(data.data(), out.data());
  copy<<<1, N>>>(out.data(), more.data());
}
CASE(kernel_behind_children, "clean") {
  auto data = numbers(N), out = ints(N);
  child_of_each_block<with><<<1, 32>>>(data.data());
  copy<<<1, N>>>(data.data(), out.data());
}
