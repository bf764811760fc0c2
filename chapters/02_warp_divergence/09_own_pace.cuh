// Problem: one instruction at a time for 32 lanes, so how can a lane wait for another of its warp?
// Change:  since Volta each lane has its own program counter. A lane that waits is passed over.
// Watch:   that the kernel ends. Before Volta it never did.
#pragma once

// The lanes of each warp take turns, from `first` up and around: order[i] is the turn that thread i
// had, 0 to 31. Needs blockDim.x / 32 unsigned of dynamic shared memory; blockDim.x a multiple
// of 32.
__global__ void take_turns(unsigned* order, unsigned first) {
  extern __shared__ unsigned turns[];
  unsigned* turn = &turns[threadIdx.x / 32];
  const unsigned lane = threadIdx.x % 32;
  const unsigned mine = (lane + 32 - first) % 32;

  if (lane == 0) *turn = 0;
  __syncwarp();

  while (atomicAdd(turn, 0) != mine) {  // reads what the others have written
  }
  order[blockIdx.x * blockDim.x + threadIdx.x] = atomicAdd(turn, 1);
}

// Each lane gives its number to the lane 16 further on, through shared memory. `Safe`: with a
// barrier between the store and the load. Without it this is a race: lanes of a warp need not be at
// the same instruction. Needs blockDim.x unsigned of dynamic shared memory; blockDim.x a multiple
// of 32.
template <bool Safe>
__global__ void pass_on(unsigned* out) {
  extern __shared__ unsigned tile[];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  tile[t] = i;
  if (Safe) __syncwarp();
  out[i] = tile[t ^ 16];
}
