// Problem: in a search, a lane that has found something leaves its loop; its warp goes on for the
//          lanes that have not.
// Change:  after each step the lanes vote, and all leave as soon as one has found something.
// Watch:   load requests and instructions: in proportion to where the match lies, not to the whole.
#pragma once

// Both kernels: warp w searches `chunk` elements of data, from w * chunk on, for `key`, 32 at a
// time. first[w] is the position in data of the first match in the chunk, or `size` if there is
// none (before the launch too). blockDim.x a multiple of 32.

// Each lane looks at every 32nd element, until it has found the key itself.
__global__ void search_alone(const unsigned* data, unsigned size, unsigned chunk, unsigned key,
                             unsigned* first) {
  const unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const unsigned lane = threadIdx.x % 32;
  if (warp >= (size + chunk - 1) / chunk) return;
  const unsigned end = min(size, (warp + 1) * chunk);
  for (unsigned i = warp * chunk + lane; i < end; i += 32) {
    if (data[i] == key) {
      atomicMin(&first[warp], i);
      break;  // this lane; the others go on
    }
  }
}

// The same, but the warp leaves as one.
__global__ void search_together(const unsigned* data, unsigned size, unsigned chunk, unsigned key,
                                unsigned* first) {
  const unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const unsigned lane = threadIdx.x % 32;
  if (warp >= (size + chunk - 1) / chunk) return;  // whole warps: their lanes agree
  const unsigned end = min(size, (warp + 1) * chunk);
  for (unsigned i = warp * chunk; i < end; i += 32) {  // the same i in all lanes
    const bool match = i + lane < end && data[i + lane] == key;
    const unsigned matches = __ballot_sync(0xFFFFFFFF, match);  // a bit per lane
    if (matches != 0) {
      if (lane == 0) first[warp] = i + __ffs(matches) - 1;  // the lowest lane is the first element
      break;  // all lanes: matches is the same in each
    }
  }
}
