// Values that nobody wrote, from where a thread loads them to where one is used, or not.
#include <cuda_pipeline.h>

#include "cases.hpp"

using namespace check_cases;
using lockstep::device_buffer;

namespace {

constexpr unsigned WARP = 32, N = 64;

// The sums of warps stand in a row of which a part is filled. All lanes load and shuffle; the
// filled part alone is used.
template <bool All>
__global__ void scan_warp_sums(int* out, unsigned warps) {
  __shared__ int sums[WARP];
  const unsigned t = threadIdx.x;
  if (t < warps) sums[t] = 1;
  __syncthreads();
  int sum = sums[t];
  for (unsigned by = 1; by < WARP; by *= 2) {
    const int before = __shfl_up_sync(~0u, sum, by);
    if (t >= by) sum += before;
  }
  if (All || t < warps) out[t] = sum;
}

// Planes move down through shared memory; the halo's corners, which are not filled, move along.
template <bool Corners>
__global__ void move_planes(const int* in, int* out) {
  __shared__ int planes[3][N];
  const unsigned t = threadIdx.x;
  const bool is_corner = t == 0 || t == N - 1;
  if (!is_corner) planes[2][t] = in[t];
  for (unsigned k = 0; k < 4; ++k) {
    planes[0][t] = planes[1][t];
    planes[1][t] = planes[2][t];
    if (!is_corner) planes[2][t] = in[t] + k;
    __syncthreads();
    if (t > 1 && t < N - 2) out[t] = planes[1][t - 1] + planes[1][t] + planes[1][t + 1];
    if (Corners && k == 3) out[t] = planes[0][t];
    __syncthreads();
  }
}

template <bool Taken>
__global__ void choose(const int* in, int* out, unsigned n) {
  const int value = *const_cast<const volatile int*>(in + threadIdx.x);
  out[threadIdx.x] = threadIdx.x < n || Taken ? value : 0;
}

// Uses that are no store.
__global__ void as_index(int* out) {
  __shared__ int s[N];
  const int at = s[threadIdx.x];
  out[static_cast<unsigned>(at) % N] = 1;
}
__global__ void as_condition(int* out) {
  __shared__ int s[N];
  const int many = s[threadIdx.x];
  for (int i = 0; i < many % 2; ++i) __threadfence();
  out[threadIdx.x] = 1;
}
__global__ void as_vote(int* out) {
  __shared__ int s[N];
  const int value = s[threadIdx.x];
  const bool any = __any_sync(~0u, value > 0);
  out[threadIdx.x] = any;
}
__global__ void as_addend(int* sum) {
  __shared__ int s[N];
  const int value = s[threadIdx.x];
  atomicAdd(sum, value);
}

// What is stored over it is as good as any.
template <bool Over>
__global__ void overwrite(int* out) {
  __shared__ int s[N], copy[N];
  const unsigned t = threadIdx.x;
  copy[t] = *const_cast<volatile int*>(s + t);
  if (Over) *const_cast<volatile int*>(copy + t) = 1;
  __syncthreads();
  out[t] = copy[N - 1 - t];
}

// Values that do not depend on it.
__global__ void mask_away(int* out) {
  __shared__ int s[N];
  const int value = *const_cast<volatile int*>(s + threadIdx.x);
  const int mask = static_cast<int>(clock64() >> 63);  // 0
  out[threadIdx.x] = value & mask;
}

__device__ __noinline__ int second_of(int one, int other) {
  return one + clock64() > 0 ? other : 0;
}
template <bool Second>
__global__ void pass(int* out) {
  __shared__ int s[N];
  const int value = *const_cast<volatile int*>(s + threadIdx.x);
  const int given = second_of(1, Second ? value : 2) + second_of(1, 3);
  if (!Second || threadIdx.x < N) out[threadIdx.x] = given;
}
__device__ __noinline__ int first_if(int one, bool take) { return take ? one : 5; }
template <bool Take>
__global__ void pass_for_nothing(int* out, bool take) {
  __shared__ int s[N];
  const int value = *const_cast<volatile int*>(s + threadIdx.x);
  out[threadIdx.x] = first_if(value, Take || take);
}

// By a pointer, to a function that may call others by pointers.
struct box {
  __device__ virtual bool take(int& to) = 0;
};
struct full_box : box {
  int inside = 0;
  __device__ bool take(int& to) override {
    const int one = atomicSub(&inside, 1);
    if (one > 0) to = one;
    return one > 0;
  }
};
__global__ void fill(void* place, int many) { (new (place) full_box)->inside = many; }
template <bool Always>
__global__ void take(box* from, int* out) {
  int value;
  const bool taken = from->take(value);
  out[threadIdx.x] = taken || Always ? value : -1;
}

__device__ __noinline__ int sum_to(const volatile int* s, unsigned n) {
  const int value = s[n];
  return n == 0 ? value : sum_to(s, n - 1) + (n % 2 == 1 ? value : 0);
}
template <bool All>
__global__ void recurse(int* out) {
  __shared__ int s[8];
  if (threadIdx.x < 8 && (All || threadIdx.x % 2 == 1 || threadIdx.x == 0)) s[threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x == 0) *out = sum_to(s, 7);
}

// A whole row of a table that is filled in part.
template <bool All>
__global__ void copy_row(const int* in, int* out, unsigned n) {
  __shared__ int row[WARP];
  __pipeline_memcpy_async(row + threadIdx.x, in + threadIdx.x, sizeof(int));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  if (All || threadIdx.x < n) out[threadIdx.x] = 2 * row[threadIdx.x];
}

// The low words' sum reaches the high word by a condition code alone.
template <bool Kept>
__global__ void add_wide(const unsigned long long* low, unsigned long long* high) {
  const unsigned __int128 sum = static_cast<unsigned __int128>(low[threadIdx.x]) + ~0ull;
  high[threadIdx.x] = Kept ? static_cast<unsigned long long>(sum >> 64) : threadIdx.x;
}

using function = int (*)(int, int);
__device__ int first_of_two(int one, int) { return one; }
__device__ int other_of_two(int, int other) { return other; }
__device__ function functions[] = {first_of_two, other_of_two};
// Neighbours call different ones.
template <bool First>
__global__ void call_by_pointer(const int* in, int* out) {
  const int value = *const_cast<const volatile int*>(in + threadIdx.x);
  const unsigned which = First ? threadIdx.x % 2 : 1;
  out[threadIdx.x] = functions[which](value, 1);
}

template <class Kernel>
void take_from(Kernel kernel, int many) {
  device_buffer<full_box> place(1);
  auto out = ints(N);
  fill<<<1, 1>>>(place.data(), many);
  kernel<<<1, N>>>(place.data(), out.data());
}

}  // namespace

CASE(scan_of_a_row_that_is_filled_in_part, "clean") {
  auto out = ints(WARP);
  scan_warp_sums<false><<<1, WARP>>>(out.data(), 4);
}
CASE(scan_that_uses_what_is_not_filled, "uninitialized_read shared") {
  auto out = ints(WARP);
  scan_warp_sums<true><<<1, WARP>>>(out.data(), 4);
}
CASE(planes_with_corners_that_nobody_uses, "clean") {
  auto in = numbers(N), out = ints(N);
  move_planes<false><<<1, N>>>(in.data(), out.data());
}
CASE(planes_whose_corners_are_used, "uninitialized_read shared") {
  auto in = numbers(N), out = ints(N);
  move_planes<true><<<1, N>>>(in.data(), out.data());
}
CASE(choice_of_another_value, "clean") {
  device_buffer<int> in(N);
  in.upload(std::vector<int>(8));
  auto out = ints(N);
  choose<false><<<1, N>>>(in.data(), out.data(), 8);
}
CASE(choice_of_what_nobody_wrote, "uninitialized_read global") {
  device_buffer<int> in(N);
  in.upload(std::vector<int>(8));
  auto out = ints(N);
  choose<true><<<1, N>>>(in.data(), out.data(), 8);
}
CASE(index_that_nobody_wrote, "uninitialized_read shared") {
  auto out = ints(N);
  as_index<<<1, 1>>>(out.data());
}
CASE(condition_on_what_nobody_wrote, "uninitialized_read shared") {
  auto out = ints(N);
  as_condition<<<1, N>>>(out.data());
}
CASE(vote_on_what_nobody_wrote, "uninitialized_read shared") {
  auto out = ints(WARP);
  as_vote<<<1, WARP>>>(out.data());
}
CASE(atomic_addition_of_what_nobody_wrote, "uninitialized_read shared") {
  auto sum = ints(1);
  as_addend<<<1, N>>>(sum.data());
}
CASE(copy_that_is_written_over, "clean") {
  auto out = ints(N);
  overwrite<true><<<1, N>>>(out.data());
}
CASE(copy_that_is_used, "uninitialized_read shared") {
  auto out = ints(N);
  overwrite<false><<<1, N>>>(out.data());
}
CASE(bits_that_are_masked_away, "clean") {
  auto out = ints(N);
  mask_away<<<1, N>>>(out.data());
}
CASE(argument_and_result_that_nobody_wrote, "uninitialized_read shared") {
  auto out = ints(N);
  pass<true><<<1, N>>>(out.data());
}
CASE(argument_beside_what_nobody_wrote, "clean") {
  auto out = ints(N);
  pass<false><<<1, N>>>(out.data());
}
CASE(argument_that_is_not_taken, "clean") {
  auto out = ints(N);
  pass_for_nothing<false><<<1, N>>>(out.data(), false);
}
CASE(argument_that_is_taken, "uninitialized_read shared") {
  auto out = ints(N);
  pass_for_nothing<true><<<1, N>>>(out.data(), false);
}
CASE(value_of_a_virtual_function_that_left_it, "clean") { take_from(take<false>, 8); }
CASE(value_of_a_virtual_function_that_is_used, "uninitialized_read local") {
  take_from(take<true>, 8);
}
CASE(recursion_that_leaves_values_out, "clean") {
  auto out = ints(1);
  recurse<false><<<1, WARP>>>(out.data());
}
CASE(asynchronous_copy_of_a_row_that_is_filled_in_part, "clean") {
  device_buffer<int> in(WARP);
  in.upload(std::vector<int>(8));
  auto out = ints(WARP);
  copy_row<false><<<1, WARP>>>(in.data(), out.data(), 8);
}
CASE(asynchronous_copy_of_what_nobody_wrote, "uninitialized_read global") {
  device_buffer<int> in(WARP);
  in.upload(std::vector<int>(8));
  auto out = ints(WARP);
  copy_row<true><<<1, WARP>>>(in.data(), out.data(), 8);
}
CASE(carry_of_what_nobody_wrote, "uninitialized_read global") {
  device_buffer<unsigned long long> in(WARP), out(WARP);
  add_wide<true><<<1, WARP>>>(in.data(), out.data());
}
CASE(carry_that_is_not_kept, "clean") {
  device_buffer<unsigned long long> in(WARP), out(WARP);
  add_wide<false><<<1, WARP>>>(in.data(), out.data());
}
CASE(argument_by_a_pointer_that_is_taken, "uninitialized_read global") {
  device_buffer<int> in(WARP);
  auto out = ints(WARP);
  call_by_pointer<true><<<1, WARP>>>(in.data(), out.data());
}
CASE(argument_by_a_pointer_that_is_not_taken, "clean") {
  device_buffer<int> in(WARP);
  auto out = ints(WARP);
  call_by_pointer<false><<<1, WARP>>>(in.data(), out.data());
}
