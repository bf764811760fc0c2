// The kernels of this chapter: small ones, for what matters here is what happens around them.
#pragma once

// out[i] = i, after `rounds` rounds of work that the compiler cannot leave out.
__global__ void write_index(unsigned* out, unsigned size, unsigned rounds = 0) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned x = i;
#pragma unroll 1
  for (unsigned r = 0; r < rounds; ++r) x = x * 1664525 + 1013904223;
  if (i < size) out[i] = rounds > 0 && x == i + 1 ? 0 : i;
}

// Counts the kernels that are on the device at the same time, itself among them: *most is the
// largest number seen. One thread; it stays for `cycles` cycles of its multiprocessor.
__global__ void stay_a_while(unsigned* running, unsigned* most, long long cycles) {
  const unsigned now = atomicAdd(running, 1) + 1;
  atomicMax(most, now);
  const long long start = clock64();
  while (clock64() - start < cycles) {
  }
  atomicSub(running, 1);
}
