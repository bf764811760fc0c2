// What a GPU lets pass: a few bytes read behind an array, and a lane that its own mask does not
// name. Fresh memory is zero. as_on_gpu.sh runs it with checks and without.
#include <lockstep/buffer.hpp>

#include <exception>
#include <vector>

#include "expect.hpp"

namespace {

constexpr unsigned N = 62;  // no multiple of 4

__global__ void add_fours(const float4* in, unsigned count, float* sum) {
  const float4 v = in[threadIdx.x];
  const unsigned first = 4 * threadIdx.x;
  atomicAdd(sum, v.x);
  if (first + 1 < count) atomicAdd(sum, v.y);
  if (first + 2 < count) atomicAdd(sum, v.z);
  if (first + 3 < count) atomicAdd(sum, v.w);
}
__global__ void read_behind(const int* in, int* out) { out[threadIdx.x] = in[threadIdx.x + 1]; }
__global__ void exchange_in_half_a_mask(unsigned* out) {
  out[threadIdx.x] = __shfl_xor_sync(0xffff, threadIdx.x, 1);
}
__global__ void write_behind(int* out) { out[threadIdx.x + 1] = 1; }

void vector_at_the_end() {
  const lockstep::device_buffer<float> in(std::vector<float>(N, 1)), sum(std::vector<float>{0});
  add_fours<<<1, (N + 3) / 4>>>(reinterpret_cast<const float4*>(in.data()), N,
                                const_cast<float*>(sum.data()));
  EXPECT_OK(cudaDeviceSynchronize());
  EXPECT(sum.download()[0] == N);
}

void element_behind_the_end() {
  const lockstep::device_buffer<int> in(std::vector<int>(N, 7));
  lockstep::device_buffer<int> out(N);
  for (int turn = 0; turn < 3; ++turn) read_behind<<<1, N>>>(in.data(), out.data());
  EXPECT_OK(cudaDeviceSynchronize());
  EXPECT(out.download()[N - 2] == 7);
}

void mask_without_the_lane() {
  lockstep::device_buffer<unsigned> out(32);
  exchange_in_half_a_mask<<<1, 32>>>(out.data());
  EXPECT_OK(cudaDeviceSynchronize());
  EXPECT(out.download()[31] == 30);
}

void fresh_memory() {
  const lockstep::device_buffer<int> fresh(N);
  for (const int value : fresh.download()) EXPECT(value == 0);
}

// Whatever a GPU would destroy: here that stops the kernel. Must come last.
void store_behind_the_end() {
  lockstep::device_buffer<int> out(N);
  write_behind<<<1, N>>>(out.data());
  EXPECT_CODE(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
}

}  // namespace

int main(int count, char**) try {
  fresh_memory();
  vector_at_the_end();
  element_behind_the_end();
  mask_without_the_lane();
  if (count > 1) store_behind_the_end();
  return result();
} catch (const std::exception&) {
  return 1;  // with checks, what comes first stops the program
}
