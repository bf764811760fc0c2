// Updates that are spread over functions, so that the read and the write are in different ones, and
// what looks like them. Compiled with optimisation, where the functions are not inlined, and for a
// debugger (-G).
#include "cases.hpp"

using namespace check_cases;

namespace {

constexpr unsigned THREADS = 64, BLOCKS = 4;

__noinline__ __device__ int get(volatile int* from) { return *from; }
__noinline__ __device__ void put(volatile int* to, int value) { *to = value; }
__noinline__ __device__ void get_into(volatile int* from, int& value) { value = *from; }
__noinline__ __device__ void increment(int& value) { value = value + 1; }
__noinline__ __device__ void add_plainly(int* to) { *to = *to + 1; }
__noinline__ __device__ void add(volatile int* to) { *to = *to + 1; }
__noinline__ __device__ int get_plainly(const int* from) { return *from; }
__noinline__ __device__ void put_plainly(int* to, int value) { *to = value; }
__noinline__ __device__ void wait_for(volatile int* turn, int mine) {
  while (get(turn) != mine) {
  }
  __threadfence();
}

__global__ void add_in_function_plainly(int* c) { add_plainly(c); }
__global__ void add_in_function(volatile int* c) { add(c); }
__global__ void add_in_two_lines(int* c) {
  int value = *c;
  value = value + 1;
  *c = value;
}
__global__ void get_and_put_plainly(int* c) {
  const int before = get_plainly(c);
  put_plainly(c, before + 1);
}
__global__ void get_and_put(volatile int* c) { put(c, get(c) + 1); }
__global__ void get_both_and_put(volatile int* c, volatile int* other) {
  const int before = get(c);
  put(c, before + get(other));
}
__global__ void through_a_variable(volatile int* c) {
  int value;
  get_into(c, value);
  increment(value);
  *c = value;
}
__global__ void largest(volatile int* best) {
  const int mine = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (mine > get(best)) put(best, mine);
}
struct counter {
  volatile int* at;
  __noinline__ __device__ int value() const { return get(at); }
  __noinline__ __device__ void add(int by) { put(at, value() + by); }
};
__global__ void add_by_object(volatile int* c) {
  counter of{c};
  of.add(1);
}

// Clean.
__global__ void add_to_own(volatile int* c) {
  volatile int* const own = c + blockIdx.x * blockDim.x + threadIdx.x;
  put(own, get(own) + 1);
}
__global__ void add_in_turn(volatile int* turn, int* c) {
  if (threadIdx.x != 0) return;
  wait_for(turn, static_cast<int>(blockIdx.x));
  *c = *c + 1;
  __threadfence();
  put(turn, get(turn) + 1);
}
__global__ void add_under_lock(int* lock, volatile int* c) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  put(c, get(c) + 1);
  __threadfence();
  atomicExch(lock, 0);
}
__global__ void set_flag_and_wait(volatile int* flag, volatile int* data, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    put(data, 7);
    __threadfence();
    put(flag, 1);
  } else {
    while (get(flag) == 0) {
    }
    __threadfence();
    out[blockIdx.x] = get(data);
  }
}

template <class Kernel>
void on_count(Kernel kernel) {
  auto c = ints(2);
  kernel<<<BLOCKS, THREADS>>>(c.data());
}

}  // namespace

CASE_THAT_SAYS(add_in_function_plainly, "race global",
               "by the same statement, and nothing orders the two") {
  on_count(add_in_function_plainly);
}
CASE_THAT_SAYS(volatile_add_in_function, "race global", "one of the two updates is lost") {
  on_count(add_in_function);
}
CASE_THAT_SAYS(add_in_two_lines, "race global", "each later writes back its own new value") {
  on_count(add_in_two_lines);
}
CASE_THAT_SAYS(get_and_put_plainly, "race global", "each later writes back its own new value") {
  on_count(get_and_put_plainly);
}
CASE_THAT_SAYS(volatile_get_and_put, "race global", "one of the two updates is lost") {
  on_count(get_and_put);
}
CASE(volatile_get_both_and_put, "race global") {
  auto c = ints(1), other = ints(1, 1);
  get_both_and_put<<<BLOCKS, THREADS>>>(c.data(), other.data());
}
CASE(volatile_update_through_a_variable, "race global") { on_count(through_a_variable); }
CASE(volatile_largest_by_functions, "race global") { on_count(largest); }
CASE(volatile_add_by_object, "race global") { on_count(add_by_object); }

CASE(volatile_add_to_own_by_functions, "clean") {
  auto c = ints(BLOCKS * THREADS);
  add_to_own<<<BLOCKS, THREADS>>>(c.data());
}
CASE(volatile_turns_by_functions, "clean") {
  auto turn = ints(1), c = ints(1);
  add_in_turn<<<BLOCKS, THREADS>>>(turn.data(), c.data());
}
CASE(volatile_lock_by_functions, "clean") {
  auto lock = ints(1), c = ints(1);
  add_under_lock<<<BLOCKS, THREADS>>>(lock.data(), c.data());
}
CASE(volatile_flag_by_functions, "clean") {
  auto flag = ints(1), data = ints(1), out = ints(BLOCKS);
  set_flag_and_wait<<<BLOCKS, THREADS>>>(flag.data(), data.data(), out.data());
}
