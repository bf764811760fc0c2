// fails: compile: uses-assembler(asm
//
// Every second, fourth, ... thread adds as before. Instructions with predicates stand in place of
// the branch, so that no branch diverges.
#include "05_reduction/neighbored_fix.hpp"

__global__ void block_sums(int* data, int* partial, unsigned size) {
  __shared__ int tile[1024];
  const unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  tile[t] = i < size ? data[i] : 0;
  __syncthreads();
  const unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(&tile[t]));
  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    const unsigned adds = t % (2 * stride) == 0;
    asm volatile(
        "{\n\t"
        ".reg .pred p;\n\t"
        ".reg .s32 x, y;\n\t"
        "setp.ne.u32 p, %0, 0;\n\t"
        "@p ld.shared.s32 x, [%1];\n\t"
        "@p ld.shared.s32 y, [%2];\n\t"
        "@p add.s32 x, x, y;\n\t"
        "@p st.shared.s32 [%1], x;\n\t"
        "}" ::"r"(adds),
        "r"(at), "r"(at + 4 * stride)
        : "memory");
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}
