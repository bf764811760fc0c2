// One small kernel for each way in which lanes of a warp want the same bytes, launched once each.
// What an H200 counts of them is in docs/data/h200_overlaps_ncu.csv; overlaps.py compares.
#include <lockstep/buffer.hpp>

#include <vector>

namespace {

// Every thread loads an element of its own choice and stores it in its own place.
template <typename Which, typename T>
__device__ void load_one(const T* data, T* out, Which which) {
  out[threadIdx.x] = data[which(threadIdx.x)];
}
__global__ void load_neighbours(const int* data, int* out) {
  load_one(data, out, [](unsigned t) { return t; });
}
__global__ void load_one_for_all(const int* data, int* out) {
  load_one(data, out, [](unsigned) { return 0; });
}
__global__ void load_one_for_two(const int* data, int* out) {
  load_one(data, out, [](unsigned t) { return t / 2; });
}
__global__ void load_seven(const int* data, int* out) {
  load_one(data, out, [](unsigned t) { return t % 7; });
}
__global__ void load_two_sectors_in_turn(const int* data, int* out) {
  load_one(data, out, [](unsigned t) { return t % 2 * 64; });
}
__global__ void load_double_for_all(const double* data, double* out) {
  load_one(data, out, [](unsigned) { return 0; });
}
__global__ void load_vector_for_two(const int4* data, int4* out) {
  load_one(data, out, [](unsigned t) { return t / 2; });
}

__global__ void store_in_one_place(int* out) { out[0] = static_cast<int>(threadIdx.x); }
__global__ void store_two_in_a_place(int* out) {
  out[threadIdx.x / 2] = static_cast<int>(threadIdx.x);
}
__global__ void store_in_seven(int* out) { out[threadIdx.x % 7] = static_cast<int>(threadIdx.x); }
__global__ void store_by_one_lane(int* out) {
  if (threadIdx.x == 0) out[blockIdx.x] = 1;
}

// Without optimisation (-G) the compiler asks for shared memory by generic addresses.
__global__ void sum_in_shared_memory(const int* data, int* out) {
  __shared__ int tile[64];
  tile[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  for (unsigned stride = 32; stride > 0; stride /= 2) {
    if (threadIdx.x < stride) tile[threadIdx.x] += tile[threadIdx.x + stride];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[0] = tile[0];
}

}  // namespace

int main() {
  constexpr unsigned threads = 64;
  lockstep::device_buffer<int4> data{std::vector<int4>(threads)}, out(threads);
  const auto* ints = reinterpret_cast<const int*>(data.data());
  auto* places = reinterpret_cast<int*>(out.data());
  load_neighbours<<<1, threads>>>(ints, places);
  load_one_for_all<<<1, threads>>>(ints, places);
  load_one_for_two<<<1, threads>>>(ints, places);
  load_seven<<<1, threads>>>(ints, places);
  load_two_sectors_in_turn<<<1, threads>>>(ints, places);
  load_double_for_all<<<1, threads>>>(reinterpret_cast<const double*>(ints),
                                      reinterpret_cast<double*>(places));
  load_vector_for_two<<<1, threads>>>(data.data(), out.data());
  store_in_one_place<<<1, threads>>>(places);
  store_two_in_a_place<<<1, threads>>>(places);
  store_in_seven<<<1, threads>>>(places);
  store_by_one_lane<<<threads, threads>>>(places);
  sum_in_shared_memory<<<1, threads>>>(ints, places);
  CUDA_CHECK_LAUNCH();
}
