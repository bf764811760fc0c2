// Latency and throughput of operations. One warp with one chain of operations, each on the result
// of the one before, waits for every one: cycles per operation are the latency. 32 warps with four
// chains in a thread keep the pipe full: operations per cycle are the throughput of an SM.
#pragma once

#include "constants.hpp"
#include "operations.cuh"
#include "spans.cuh"

namespace lockstep::calibrate {

constexpr unsigned full_block = 1024;
constexpr int full_chains = 4;

// Seeds come from memory, so that nothing is known of them; chains differ.
template <typename Op, int chains, int length>
__global__ void __launch_bounds__(full_block)
    run_chains(typename Op::type* values, typename Op::type a, typename Op::type b, span* spans,
               unsigned loops) {
  typename Op::type x[chains];
  for (int c = 0; c < chains; ++c) x[c] = values[c * blockDim.x + threadIdx.x];
  __syncthreads();
  const long long begin = clock64();
#pragma unroll 1
  for (unsigned i = 0; i < loops; ++i) {
#pragma unroll
    for (int l = 0; l < length; ++l) {
#pragma unroll
      for (int c = 0; c < chains; ++c) x[c] = Op::apply(x[c], a, b);
    }
  }
  const long long end = clock64();
  keep_span(spans, begin, end);
  for (int c = 0; c < chains; ++c) values[c * blockDim.x + threadIdx.x] = x[c];
}

template <typename Op>
struct operation_input {
  using type = typename Op::type;
  device_buffer<type> values{full_block * full_chains};
  void reset() { values.upload(std::vector<type>(values.size(), type(3))); }
};

// Two bodies that differ in length alone: what the loop costs drops out.
template <typename Op>
double latency_of(typename Op::type a, typename Op::type b) {
  constexpr unsigned loops = 64;
  operation_input<Op> input;
  input.reset();
  const double few = cycles_per_loop(32, loops, [&](span* spans, unsigned count) {
    run_chains<Op, 1, Op::length><<<1, 32>>>(input.values.data(), a, b, spans, count);
  });
  input.reset();
  const double many = cycles_per_loop(32, loops, [&](span* spans, unsigned count) {
    run_chains<Op, 1, 3 * Op::length><<<1, 32>>>(input.values.data(), a, b, spans, count);
  });
  return (many - few) / (2.0 * Op::length * Op::instructions);
}

template <typename Op>
double throughput_of(typename Op::type a, typename Op::type b) {
  constexpr int length = Op::length >= 32 ? 16 : Op::length;
  operation_input<Op> input;
  input.reset();
  const double cycles = cycles_per_loop(full_block, 32, [&](span* spans, unsigned count) {
    run_chains<Op, full_chains, length><<<1, full_block>>>(input.values.data(), a, b, spans, count);
  });
  return full_block * full_chains * length * Op::instructions / cycles;
}

template <typename Op>
void measure_operation(constants& to, typename Op::type a, typename Op::type b) {
  const std::string name = Op::word, what = Op::what;
  to.add(name + "_latency", "cycles", repeat(7, [&] { return latency_of<Op>(a, b); }),
         what + ": one warp waits for each");
  to.add(name + "_rate", "lanes/cycle/SM", repeat(7, [&] { return throughput_of<Op>(a, b); }),
         what + ": 32 warps with 4 chains each");
}

inline void measure_single_instructions(constants& to) {
  measure_operation<integer_add>(to, 5, 9);
  measure_operation<integer_add_of_three>(to, 5, 9);
  measure_operation<integer_logic>(to, 0x500000007ull, 9);
  measure_operation<integer_add_and_logic>(to, 5, 9);
  measure_operation<integer_shift>(to, 5, 9);
  measure_operation<integer_compare_select>(to, 5, 2);
  measure_operation<integer_multiply>(to, 5, 9);
  measure_operation<integer_mad>(to, 5, 9);
  measure_operation<integer_multiply_high>(to, 5, 9);
  measure_operation<integer_popcount>(to, 5, 9);
  measure_operation<integer_find_leading>(to, 5, 9);
  measure_operation<integer_reverse>(to, 5, 9);
  measure_operation<long_add>(to, 5, 9);
  measure_operation<long_multiply>(to, 5, 9);
  measure_operation<wide_mad>(to, 5, 9);
  measure_operation<float_add>(to, 0.5f, 1);
  measure_operation<float_multiply>(to, 1.0001f, 1);
  measure_operation<float_fma>(to, 0.5f, 1);
  measure_operation<half2_fma>(to, 0x38003800, 0x3c003c00);
  measure_operation<double_add>(to, 0.5, 1);
  measure_operation<double_multiply>(to, 1.0001, 1);
  measure_operation<double_fma>(to, 0.5, 1);
  measure_operation<mufu_reciprocal>(to, 1, 0);
  measure_operation<mufu_rsqrt>(to, 0, 0);
  measure_operation<mufu_exp2>(to, 0, 0);
  measure_operation<mufu_log2>(to, 0, 0);
  measure_operation<mufu_sine>(to, 0, 0);
  measure_operation<mufu_tanh>(to, 0, 0);
  measure_operation<convert_integer_float>(to, 0x3f800000, 0);
  measure_operation<convert_float_double>(to, 0, 0);
  measure_operation<convert_float_half>(to, 0, 0);
  measure_operation<convert_integer_double>(to, 0, 0);
}

inline void measure_functions(constants& to) {
  measure_operation<divide_unsigned>(to, 1000003, 0);
  measure_operation<divide_int>(to, 1000003, 0);
  measure_operation<remainder_unsigned>(to, 1000003, 0);
  measure_operation<divide_long>(to, 1000003ull << 32, 0);
  measure_operation<divide_float>(to, 7.5f, 0);
  measure_operation<divide_float_fast>(to, 7.5f, 0);
  measure_operation<square_root_float>(to, 0, 0);
  measure_operation<reciprocal_root_float>(to, 0, 0);
  measure_operation<sine_float>(to, 0, 0);
  measure_operation<exp_float>(to, 0, 0);
  measure_operation<log_float>(to, 0, 0);
  measure_operation<power_float>(to, 0.9f, 0);
  measure_operation<divide_double>(to, 7.5, 0);
  measure_operation<square_root_double>(to, 0, 0);
  measure_operation<exp_double>(to, 0, 0);
}

inline void measure_warp_operations(constants& to) {
  measure_operation<shuffle_butterfly>(to, 5, 9);
  measure_operation<shuffle_down>(to, 5, 9);
  measure_operation<shuffle_index>(to, 5, 9);
  measure_operation<vote_ballot>(to, 5, 9);
  measure_operation<warp_reduce>(to, 5, 9);
  measure_operation<warp_match>(to, 5, 9);
}

}  // namespace lockstep::calibrate
