// How many additions of a type an SM makes in a cycle: the level part of a roofline.
#pragma once

#include <lockstep/lockstep.hpp>

#include <algorithm>
#include <type_traits>
#include <vector>

constexpr int PAIRS = 4;

// Two additions. Integers add each other up: of many equal addends the compiler would make one
// multiplication.
template <typename T>
__host__ __device__ void add_twice(T& a, T& b, T addend) {
  if constexpr (std::is_integral_v<T>) {
    a += b;
    b += a;
  } else {
    a += addend;
    b += addend;
  }
}

// What a lane ends with after `steps` steps of all its pairs.
template <typename T>
__host__ __device__ T add_pairs(unsigned lane, unsigned steps, T addend) {
  T a[PAIRS], b[PAIRS];
  for (int p = 0; p < PAIRS; ++p) {
    a[p] = static_cast<T>(lane + static_cast<unsigned>(p));
    b[p] = T{1};
  }
#ifdef __CUDA_ARCH__
#pragma unroll 32  // so that counting the steps takes no part of the time
#endif
  for (unsigned i = 0; i < steps; ++i) {
    for (int p = 0; p < PAIRS; ++p) add_twice(a[p], b[p], addend);
  }
  T sum{0};
  for (int p = 0; p < PAIRS; ++p) sum += a[p] + b[p];
  return sum;
}

// out[thread] = what the thread ends with; cycles[block] = how long the block took.
template <typename T>
__global__ void add_up(T* out, long long* cycles, unsigned steps, T addend) {
  __syncthreads();
  const long long began = clock64();
  const T sum = add_pairs(threadIdx.x % 32, steps, addend);
  __syncthreads();
  const long long ended = clock64();
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
  if (threadIdx.x == 0) cycles[blockIdx.x] = ended - began;
}

struct additions_result {
  bool right;
  double per_cycle;  // of one SM
};

// One block of 32 warps on each of `sms` SMs. The slowest block of the second launch counts.
template <typename T>
additions_result measure_additions(unsigned steps, unsigned sms) {
  using namespace lockstep;
  constexpr unsigned threads = 1024;
  device_buffer<T> out(std::size_t{sms} * threads);
  device_buffer<long long> cycles(sms);
  out.poison();
  for (int run = 0; run < 2; ++run) {  // the first one loads the code
    add_up<T><<<sms, threads>>>(out.data(), cycles.data(), steps, T{1});
    CUDA_CHECK_LAUNCH();
  }
  std::vector<T> of_lane(32), expected(out.size());
  for (unsigned lane = 0; lane < 32; ++lane) of_lane[lane] = add_pairs(lane, steps, T{1});
  for (std::size_t t = 0; t < expected.size(); ++t) expected[t] = of_lane[t % 32];
  const std::vector<long long> taken = cycles.download();
  const double slowest = static_cast<double>(*std::max_element(taken.begin(), taken.end()));
  return {bool(compare(expected, out.download())), 2.0 * PAIRS * threads * steps / slowest};
}

struct addition_type {
  const char* name;
  additions_result (*measure)(unsigned steps, unsigned sms);
};
inline const addition_type addition_types[] = {
    {"int", measure_additions<unsigned>},  // the same instructions; overflow is no error
    {"float", measure_additions<float>},
    {"double", measure_additions<double>},
};
