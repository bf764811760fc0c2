// What the benchmark sums, and what must come out, found in another way: one thread after the
// other over long ranges, in wider numbers.
#pragma once

#include <lockstep/buffer.hpp>
#include <lockstep/data.hpp>

#include <cmath>
#include <cstdint>
#include <type_traits>

#include "../reduce/operations.cuh"

namespace {

template <typename T>
constexpr const char* type_name() {
  if (std::is_same_v<T, int>) return "int";
  if (std::is_same_v<T, unsigned>) return "unsigned";
  return std::is_same_v<T, float> ? "float" : "double";
}

// Element i by i alone: integers from -99 (or 0) to 99, reals from 0 to 1. `__host__ __device__`
// mixing of bits as lockstep::mix does it.
template <typename T>
__global__ void fill_kernel(T* data, std::uint64_t count) {
  const std::uint64_t threads = std::uint64_t{gridDim.x} * blockDim.x;
  for (std::uint64_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += threads) {
    std::uint64_t x = i * 0x9E3779B97F4A7C15u;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    const auto draw = static_cast<unsigned>((x ^ (x >> 31)) >> 40);  // 24 bits
    if constexpr (std::is_same_v<T, int>) {
      data[i] = static_cast<int>(draw % 199) - 99;
    } else if constexpr (std::is_same_v<T, unsigned>) {
      data[i] = draw % 100;
    } else {
      data[i] = static_cast<T>(draw) / (1 << 24);
    }
  }
}

template <typename T>
void fill_input(char* memory, std::size_t bytes) {
  fill_kernel<<<2048, 512>>>(reinterpret_cast<T*>(memory), bytes / sizeof(T));
  CUDA_CHECK_LAUNCH();
}

// Sums of integers modulo 2^32 and extremes are exact; sums of reals have a float64 beside them.
template <typename T>
struct expected_value {
  bool exact = true;
  T value{};
  double in_float64 = 0;

  double relative_error(T got) const {
    return std::abs(static_cast<double>(got) - in_float64) / std::abs(in_float64);
  }
  bool accepts(T got) const {
    return exact ? got == value : relative_error(got) < (std::is_same_v<T, float> ? 1e-5 : 1e-12);
  }
};

constexpr unsigned reference_blocks = 256, reference_threads = 256;

// partial[thread of the grid] = all elements of its range, one after the other.
template <typename Operation, typename T, typename Wide>
__global__ void combine_ranges(const T* data, std::uint64_t size, Wide* partial) {
  const std::uint64_t threads = reference_blocks * reference_threads;
  const std::uint64_t thread = blockIdx.x * blockDim.x + threadIdx.x;
  Wide value = Operation::template identity<Wide>;
  for (std::uint64_t i = thread; i < size; i += threads) {
    value = Operation::combine(value, static_cast<Wide>(data[i]));
  }
  partial[thread] = value;
}

template <typename Operation, typename T>
expected_value<T> expected(const T* data, std::uint64_t size) {
  using wide = std::conditional_t<std::is_integral_v<T>, long long, double>;
  lockstep::device_buffer<wide> partial(reference_blocks * reference_threads);
  combine_ranges<Operation><<<reference_blocks, reference_threads>>>(data, size, partial.data());
  CUDA_CHECK_LAUNCH();
  wide all = Operation::template identity<wide>;
  for (const wide one : partial.download()) {
    if (std::is_same_v<Operation, chapter_06::add>) all += one;
    if (std::is_same_v<Operation, chapter_06::minimum>) all = std::min(all, one);
    if (std::is_same_v<Operation, chapter_06::maximum>) all = std::max(all, one);
  }
  const bool exact = std::is_integral_v<T> || !std::is_same_v<Operation, chapter_06::add>;
  return {exact, static_cast<T>(all), static_cast<double>(all)};
}

}  // namespace
