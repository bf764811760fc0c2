// How much of the step from 01 to 02 is divergence? The index of 01 also asks for a remainder, t %
// (2 * stride), and a remainder by a number that the compiler does not know is some twenty
// instructions. Here is 01, and 04, with a mask in its place: the same lanes work, so the
// divergence is the same.
#include <lockstep/reduction/experiment.cuh>
#include <lockstep/reduction/variants_01_to_07.cuh>

// 01 with a mask: 2 * stride is a power of two, so the remainder is the low bits.
__global__ void reduce_neighbored_mask(int* data, int* partial, unsigned size) {
  int* tile = data + blockIdx.x * blockDim.x;
  const unsigned count = lockstep::tile_count(size, blockDim.x);
  const unsigned t = threadIdx.x;

  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    if ((t & (2 * stride - 1)) == 0 && t + stride < count) tile[t] += tile[t + stride];
    __syncthreads();
  }

  if (t == 0) partial[blockIdx.x] = tile[0];
}

// 04 with a mask. Needs blockDim.x ints of dynamic shared memory; blockDim.x a power of two.
__global__ void reduce_shared_neighbored_mask(const int* data, int* partial, unsigned size) {
  extern __shared__ int tile[];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;

  tile[t] = i < size ? data[i] : 0;
  __syncthreads();

  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    if ((t & (2 * stride - 1)) == 0) tile[t] += tile[t + stride];
    __syncthreads();
  }

  if (t == 0) partial[blockIdx.x] = tile[0];
}

using namespace lockstep::reduction;

int main(int argc, char** argv) {
  const lockstep::reduction::experiment_text text{
      {variants_01_to_07[0],
       {"01 with a mask", launch_in_place<reduce_neighbored_mask, 1>},
       variants_01_to_07[1],
       variants_01_to_07[3],
       {"04 with a mask", launch_shared<reduce_shared_neighbored_mask, 1>},
       variants_01_to_07[4]},

      "Predict first. 02 and 05 are said to be faster than 01 and 04 because they diverge less. "
      "With a\n"
      "mask, 01 and 04 diverge as before, but need no remainder. How much of the step remains?\n",

      "What to see: on an H200 the remainder is most of the first step, and 04 with a mask is "
      "faster\n"
      "than 05: there, divergence costs less than the bank conflicts that come in its place.\n",

      "What to see: branches, loads and stores are the same with a mask, so the divergence is. A "
      "PTX\n"
      "instruction more per step is not the cost either: in PTX a remainder is one instruction, on "
      "the\n"
      "machine some twenty. What that costs, the times show.\n"};
  return lockstep::reduction::main(argc, argv, text);
}
