// Problem: 02 launches a small grid for every square that it cuts.
// Change:  squares to be cut go into a list; the next level is one grid, with a block per entry.
// Watch:   launches: one or two per level. Who launches it, host or device, is the next question.
#pragma once

#include "../launches.cuh"
#include "block.cuh"

namespace mandelbrot {

// The squares of one level, and those of the next as they are found.
struct worklist {
  const square* now;
  square* next;
  unsigned* next_count;
};

// A block per square of `list.now`, or, if that is null, per square of `first` pixels.
__global__ void level(view v, canvas on, division by, worklist list) {
  const square s = list.now == nullptr
                       ? square{blockIdx.x % (v.side / by.first) * by.first,
                                blockIdx.x / (v.side / by.first) * by.first, by.first}
                       : list.now[blockIdx.x];
  unsigned value = 0;
  if (border_is_uniform(v, on, s, value)) return fill(v, on, s, value);
  if (!is_cut(by, s.side)) return compute(v, on, s);

  __shared__ unsigned at;
  if (threadIdx.x == 0) at = atomicAdd(list.next_count, parts_of(by));
  __syncthreads();
  if (threadIdx.x < parts_of(by)) list.next[at + threadIdx.x] = part(by, s, threadIdx.x);
}

// Room for the lists of all levels: `counts` has an entry per level, `squares` two lists.
struct worklists {
  square* squares[2];
  unsigned* counts;
};

// One thread that launches a level when the one before it has ended, and itself for the next.
// `side` is that of the level's squares.
__global__ void launch_level(view v, canvas on, division by, worklists lists, unsigned number,
                             unsigned side) {
  const unsigned blocks = lists.counts[number];
  if (blocks == 0) return;
  const worklist list{lists.squares[number % 2], lists.squares[(number + 1) % 2],
                      lists.counts + number + 1};
  level<<<blocks, by.threads, 0, cudaStreamTailLaunch>>>(v, on, by, list);
  launch_was_lost();
  if (!is_cut(by, side)) return;  // nothing is cut further
  launch_level<<<1, 1, 0, cudaStreamTailLaunch>>>(v, on, by, lists, number + 1, side / by.cut);
  launch_was_lost();
}

}  // namespace mandelbrot
