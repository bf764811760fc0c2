// 07_dynamic_parallelism/hello_depth
#include "07_dynamic_parallelism/hello_depth.hpp"

__global__ void hello(unsigned* greetings, unsigned level, unsigned deepest) {
  atomicAdd(greetings + level, 1u);

  const unsigned next_size = blockDim.x / 2;
  const bool i_launch = threadIdx.x == 0;
  const bool may_go_on = level <= deepest;

  if (i_launch && may_go_on && next_size > 0) {
    hello<<<1, next_size>>>(greetings, level + 1, deepest);
  }
}
