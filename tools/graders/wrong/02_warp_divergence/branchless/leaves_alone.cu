// fails: compile: uses-assembler(asm
//
// Each lane leaves by itself, by an exit under a condition, which is no branch.
#include "02_warp_divergence/branchless.hpp"

__global__ void find_positions(const unsigned* table, unsigned table_size, const unsigned* keys,
                               unsigned* position, unsigned size) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size) return;
  const unsigned key = keys[i];
  unsigned first = 0, last = table_size;
  for (;;) {
    asm volatile(
        "{ .reg .pred p; setp.ge.u32 p, %0, %1; @p st.global.u32 [%2], %0; @p exit; }" ::"r"(first),
        "r"(last), "l"(position + i)
        : "memory");
    const unsigned middle = (first + last) / 2;
    const unsigned entry = table[middle];
    asm volatile(
        "{ .reg .pred p; setp.eq.u32 p, %0, %1; @p st.global.u32 [%2], %3; @p exit; }" ::"r"(entry),
        "r"(key), "l"(position + i), "r"(middle)
        : "memory");
    first = entry < key ? middle + 1 : first;
    last = entry < key ? last : middle;
  }
}
