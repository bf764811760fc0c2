// Calls that run out of stack: whose recursion it is.
#include "cases.hpp"

#include <cuda/std/functional>

using namespace check_cases;

namespace {

// It calls itself by way of a function of the toolkit.
struct walk {
  int* data;
  __device__ __noinline__ int operator()(int n) const;
};
__device__ int walk::operator()(int n) const {
  int room[64];
  for (int i = 0; i < 64; ++i) room[i] = data[i] + n;
  return n < 0 ? 0 : 1 + cuda::std::invoke(walk{room}, n + 1) + room[n % 64];
}
__global__ void walk_on(int* data) { data[0] = walk{data}(0); }

}  // namespace

CASE_THAT_SAYS(recursion_by_way_of_a_header, "stack_overflow", "calls walk::operator") {
  auto data = ints(64);
  walk_on<<<1, 1>>>(data.data());
}
