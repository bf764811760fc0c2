// The same sum three times. Two ways to get more bytes in flight: more independent loads in each
// thread, or more warps on each SM.
#include <lockstep/check.hpp>
#include <lockstep/timer.hpp>

#include <cmath>
#include <cstdio>
#include <exception>
#include <numeric>
#include <vector>

// partial[thread] = sum of elements thread, thread + threads, thread + 2 * threads, ... below size.
// The bounds allow 64 registers per thread, enough for all values of a round.
template <unsigned Loads>
__global__ void __launch_bounds__(1024, 1)
    sum_elements(const float* data, float* partial, unsigned size) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned threads = gridDim.x * blockDim.x;
  float sum = 0;

  unsigned i = thread;  // the next element of this thread
#pragma unroll 1
  for (; i + (Loads - 1) * threads < size; i += Loads * threads) {
    float value[Loads];
#pragma unroll
    for (unsigned k = 0; k < Loads; ++k) value[k] = data[i + k * threads];  // all in flight ...
#pragma unroll
    for (unsigned k = 0; k < Loads; ++k) sum += value[k];  // ... before the first is needed
  }
  for (; i < size; i += threads) sum += data[i];

  partial[thread] = sum;  // every thread holds a part; the host adds them
}

using kernel = void (*)(const float* data, float* partial, unsigned size);

// Launches one block of `warps` warps per SM, compares the sum with the CPU's, and times it.
bool run(kernel sum_elements, unsigned warps, unsigned loads, unsigned sms,
         const std::vector<float>& values) {
  const auto size = static_cast<unsigned>(values.size());
  const unsigned threads = sms * warps * 32;
  float *data = nullptr, *partial = nullptr;
  CUDA_CHECK(cudaMalloc(&data, size * sizeof(float)));
  CUDA_CHECK(cudaMalloc(&partial, threads * sizeof(float)));
  CUDA_CHECK(cudaMemcpy(data, values.data(), size * sizeof(float), cudaMemcpyHostToDevice));
  const auto poison = [&] { CUDA_CHECK(cudaMemset(partial, 0xFF, threads * sizeof(float))); };
  const auto launch = [&] { sum_elements<<<sms, warps * 32>>>(data, partial, size); };

  poison();  // all bits set is a NaN, and so is a sum with a part that was never written
  launch();
  CUDA_CHECK_LAUNCH();
  std::vector<float> parts(threads);
  CUDA_CHECK(cudaMemcpy(parts.data(), partial, threads * sizeof(float), cudaMemcpyDeviceToHost));

  const double expected = std::accumulate(values.begin(), values.end(), 0.0);  // CPU reference
  const double error = std::abs(std::accumulate(parts.begin(), parts.end(), 0.0) - expected);
  const bool wrong = !(error <= 1e-5 * expected);  // true for a NaN
  std::printf("  %2u warps per SM, %u x 4 bytes per lane: %4u bytes in flight   %s   time: %s\n",
              warps, loads, warps * 32 * loads * 4, wrong ? "WRONG" : "right",
              lockstep::median_time(poison, launch).c_str());
  CUDA_CHECK(cudaFree(data));
  CUDA_CHECK(cudaFree(partial));
  return !wrong;
}

int main() try {
  const unsigned size = lockstep::device_has_clock() ? (1u << 26) + 3 : (1u << 18) + 3;
  std::vector<float> values(size);
  for (unsigned i = 0; i < size; ++i) values[i] = static_cast<float>(i % 1000) / 1000;
  int sms = 0;
  CUDA_CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
  std::printf(
      "Predict: compared with the first run, the second gives each thread eight times the loads,\n"
      "the third gives each SM eight times the warps. Which of the two is faster?\n\n"
      "%u floats, one block on each of %d SMs:\n",
      size, sms);
  const auto count = static_cast<unsigned>(sms);
  bool right = run(sum_elements<1>, 4, 1, count, values);
  right = run(sum_elements<8>, 4, 8, count, values) && right;
  right = run(sum_elements<1>, 32, 1, count, values) && right;
  std::printf(
      "\nNext: occupancy, latency and bandwidth, a table for each: ./lockstep run 03/experiment\n");
  return right ? 0 : 1;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
