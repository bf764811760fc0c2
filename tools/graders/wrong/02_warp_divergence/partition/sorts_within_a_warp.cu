// fails: properties: measured(instructions,
//
// Each warp sorts its own 32 elements: it still has both kinds, and walks both ways.
#include "02_warp_divergence/partition.hpp"

constexpr unsigned block_size = 256;

__global__ void scramble(const unsigned* data, const unsigned* kind, unsigned* result,
                         unsigned size, unsigned rounds) {
  __shared__ unsigned order[block_size];
  const unsigned t = threadIdx.x;
  const unsigned first = blockIdx.x * block_size + t / 32 * 32;
  const unsigned lane = t % 32;
  const bool mine = first + lane < size;
  const unsigned k = mine ? kind[first + lane] : 2;
  const unsigned zeros = __ballot_sync(0xFFFFFFFF, k == 0);
  const unsigned ones = __ballot_sync(0xFFFFFFFF, k == 1);
  const unsigned before = (1u << lane) - 1;
  if (mine) {
    const unsigned place = k == 0 ? __popc(zeros & before) : __popc(zeros) + __popc(ones & before);
    order[t / 32 * 32 + place] = lane;
  }
  __syncwarp();

  if (!mine) return;
  const unsigned i = first + order[t];
  if (lane < __popc(zeros)) {
    result[i] = way_of_kind_0(data[i], rounds);
  } else {
    result[i] = way_of_kind_1(data[i], rounds);
  }
}
