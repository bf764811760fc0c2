// Grader of 06_unrolling/float_reduce: two reductions as templates over the type.
#include "06_unrolling/float_reduce.hpp"

#include <lockstep/grader.hpp>

#include <algorithm>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "05_reduction/blocks.hpp"
#include "float_reduce_kernels.hpp"

using namespace lockstep::grader;

namespace {

constexpr unsigned tiles = 8;

template <typename T>
using sums_function = void(const T*, T*, unsigned, unsigned);

// Numbers that need all the digits of their type; the sum of 8192 of them is no overflow. All are
// positive, so that errors can be measured by the sum.
template <typename T>
std::vector<T> numbers(unsigned n) {
  const std::vector<int> whole = integers_between(n, 1, 200'000);
  if constexpr (std::is_same_v<T, int>) return whole;
  const std::vector<float> parts = reals(n, 1, 2);
  std::vector<T> values;
  for (unsigned i = 0; i < n; ++i) values.push_back(static_cast<T>(parts[i] + whole[i] / 1e10));
  return values;
}

template <typename T>
std::vector<double> sums_of(const std::vector<T>& values, unsigned width) {
  std::vector<double> sums;
  for (std::size_t first = 0; first < values.size(); first += width) {
    long double sum = 0;
    for (std::size_t i = first; i < std::min(first + width, values.size()); ++i) sum += values[i];
    sums.push_back(static_cast<double>(sum));
  }
  return sums;
}

// A rounding is off by at most half of `epsilon` of the sum. On the longest way from an element to
// the result are 18 additions in the solution, and 45 if one thread adds up its warps' sums; a loop
// over 8192 equal floats is off by more than 100 times as much as 64.
template <typename T>
constexpr double allowed = std::is_integral_v<T> ? 0
                                                 : 64 * (std::numeric_limits<T>::epsilon() / 2.0);

template <typename T>
void require_right_sums(sums_function<T>& sums, const std::vector<T>& values, unsigned block_size,
                        unsigned width) {
  const auto n = static_cast<unsigned>(values.size());
  const std::vector<double> expected = sums_of(values, width);
  const input_buffer<T> data("data", values);
  output_buffer<T> partial("partial", expected.size());

  run_shared([&] { sums(data.data(), partial.data(), n, block_size); }, of_a_sum);

  partial.require_close(expected, {0, allowed<T>});
  data.require_unchanged();
}

template <typename T>
void require_both_right(const std::vector<T>& values, unsigned block_size) {
  const auto each = [&](const char* name, sums_function<T>& sums, unsigned width) {
    try {
      require_right_sums<T>(sums, values, block_size, width);
    } catch (const wrong& problem) {
      throw wrong(std::string(name) + ": " + problem.what());
    }
  };
  each("interleaved_sums", interleaved_sums<T>, block_size);
  each("unrolled_sums", unrolled_sums<T>, tiles * block_size);
}

const std::vector<unsigned> sizes = {1, 31, 32, 33, 1023, 1024, 1025, 2047, 2048, 2049, 20'011};

template <typename T>
lockstep::counters measure_sums(sums_function<T>& sums, unsigned n, unsigned block_size,
                                unsigned width) {
  const std::vector<T> values = numbers<T>(n);
  const input_buffer<T> data("data", values);
  output_buffer<T> partial("partial", blocks_for(n, width));
  return measure([&] { sums(data.data(), partial.data(), n, block_size); },
                 [&] {
                   partial.require_close(sums_of(values, width), {0, allowed<T>});
                 });
}

template <typename T>
lockstep::counters measure_unrolled(unsigned n, unsigned block_size) {
  return measure_sums<T>(unrolled_sums<T>, n, block_size, tiles * block_size);
}

template <typename T>
lockstep::counters measure_interleaved(unsigned n, unsigned block_size) {
  return measure_sums<T>(interleaved_sums<T>, n, block_size, block_size);
}

void loop_sums(const float* data, float* partial, unsigned size, unsigned block_size) {
  launch(tree_in_a_loop, blocks_for(size, tiles * block_size), block_size, data, partial, size);
}

void one_tile_sums(const int* data, int* partial, unsigned size, unsigned block_size) {
  launch(one_tile_of_int, blocks_for(size, block_size), block_size, data, partial, size);
}

void one_tile_sums(const float* data, float* partial, unsigned size, unsigned block_size) {
  launch(one_tile_of_float, blocks_for(size, block_size), block_size, data, partial, size);
}

void time_sums(sums_function<float>& sums, unsigned block_size, unsigned width) {
  time_on_gpu([&](stopwatch& watch) {
    constexpr unsigned n = 1u << 25;
    const unsigned blocks = blocks_for(n, width);
    const input_buffer<float> data("data", reals(n, 1, 2));
    output_buffer<float> partial("partial", blocks);
    watch.time(4.0 * n + 4.0 * blocks, [&] { sums(data.data(), partial.data(), n, block_size); });
  });
}

constexpr unsigned full_blocks = 1u << 15;  // divides by 8 * 1024

template <typename T>
lockstep::counters count_one_tile() {
  return measure_sums<T>(one_tile_sums, full_blocks, 256, 256);
}

lockstep::counters count_eight_tiles() {
  return measure_sums<float>(loop_sums, full_blocks, 256, tiles * 256);
}

double ratio(std::uint64_t lockstep::counters::*count, const lockstep::counters& over,
             const lockstep::counters& under) {
  return double(over.*count) / double(under.*count);
}

}  // namespace

TEST_SUITE("results") {
  TEST_CASE("right for int") {
    const char* advice =
        "The block size is 256 here. Sums of int are exact, and have up to 31 bits; a float holds\n"
        "24. What type is each place that a sum goes through? And which sums does each step of\n"
        "the tree add: is any of them left out, or not stored yet?";
    for_every("N, of int", sizes, advice,
              [](unsigned n) { require_both_right(numbers<int>(n), 256); });
  }

  TEST_CASE("right for float") {
    const char* advice =
        "The block size is 256 here, and the numbers lie between 1 and 2. What type is each\n"
        "place that an element or a sum goes through?";
    for_every("N, of float", sizes, advice,
              [](unsigned n) { require_both_right(numbers<float>(n), 256); });
  }

  TEST_CASE("right for double") {
    const char* advice =
        "The block size is 256 here. A double has 53 bits, a float 24: which place on the way is\n"
        "too small?";
    for_every("N, of double", sizes, advice,
              [](unsigned n) { require_both_right(numbers<double>(n), 256); });
  }

  TEST_CASE("right for every block size") {
    const char* advice =
        "N is 9999 here. Which steps does a tree of 64 threads have, and which one of 1024?";
    for_every("block size", block_sizes, advice, [](unsigned block_size) {
      require_both_right(numbers<int>(9999), block_size);
      require_both_right(numbers<float>(9999), block_size);
      require_both_right(numbers<double>(9999), block_size);
    });
  }

  TEST_CASE("a small error for equal numbers") {
    const char* advice =
        "All numbers are 0.1 here. In a tree the two numbers of an addition are about the same\n"
        "size; where are small ones added to a large sum?";
    for_every("N", {1024, 8192, 16'384}, advice,
              [](unsigned n) { require_both_right(std::vector<float>(n, 0.1f), 1024); });
  }
}

TEST_SUITE("predictions") {
  TEST_CASE("how the counters compare") {
    const char* advice =
        "There are 2^15 elements, in blocks of 256 threads. How many blocks does each kernel "
        "need,\n"
        "and how often is each element loaded? Which instructions depend on the type?\n"
        "Read `More data for each thread pays three times` in chapters/06_unrolling/README.md.";
    const lockstep::tolerance rounding = {0, 0.05};
    using lockstep::counters;
    for_every_prediction(
        {{"warps", predicted.warps,
          [] { return ratio(&counters::warps, count_eight_tiles(), count_one_tile<float>()); },
          rounding},
         {"loads", predicted.loads,
          [] {
            return ratio(&counters::global_load_requests, count_eight_tiles(),
                         count_one_tile<float>());
          },
          rounding},
         {"instructions", predicted.instructions,
          [] {
            return ratio(&counters::warp_instructions, count_one_tile<float>(),
                         count_one_tile<int>());
          },
          rounding}},
        advice);
  }
}

TEST_SUITE("checks") {
  TEST_CASE("no check found anything") { require_no_findings(); }
}

TEST_SUITE("properties") {
  TEST_CASE("every element is read once") {
    const char* advice = "Load it once, and keep it in a register or in shared memory.";
    for_every("block size", block_sizes, advice, [](unsigned block_size) {
      constexpr double bytes = 1.05 * full_blocks;
      require_at_most("bytes that interleaved_sums loads", bytes * sizeof(float),
                      bytes_read(measure_interleaved<float>(full_blocks, block_size)));
      require_at_most("bytes that unrolled_sums loads", bytes * sizeof(double),
                      bytes_read(measure_unrolled<double>(full_blocks, block_size)));
    });
  }

  // In the tree whole warps are at work in most steps, or none is, and 16 leaves room for any. One
  // thread that adds for all others: below 4.
  TEST_CASE("the threads share the work") {
    const char* advice =
        "A warp has 32 lanes. If one thread adds for all others, they wait: keep the tree, in\n"
        "which half of the threads add in the first step.";
    for_every("block size", block_sizes, advice, [](unsigned block_size) {
      for (const auto& measure_one : {measure_interleaved<float>, measure_unrolled<float>}) {
        const auto counted = measure_one(full_blocks, block_size);
        require_work_shared(16, counted);
        require_nothing_repeated(400, counted);
      }
      require_runs_shared();
    });
  }

  // One before the tree, and one behind each of the steps 512, 256, 128 and 64. The loop needs 7
  // for 64 threads and 11 for 1024.
  TEST_CASE("the last warp needs no barriers of the block") {
    const char* advice =
        "From 64 sums on only one warp adds, and all others wait at barriers, only to wait again.\n"
        "Read `The rungs` and 10_last_warp.cuh in chapters/06_unrolling.";
    for_every("block size", block_sizes, advice, [](unsigned block_size) {
      const auto counted = measure_unrolled<float>(full_blocks, block_size);
      require_barriers_per_warp(5, counted);
      require_at_most("warps launched",
                      blocks_for(full_blocks, tiles * block_size) * block_size / 32,
                      double(counted.warps));
    });
  }

  // A kernel with few warps is mostly its last warp, so the largest block is asked. Written down,
  // with any last warp, the tree needs 65 % to 73 % of the loop's instructions, and 74 % if each of
  // the eight loads has a question of its own; with the last warp written down and a loop before
  // it, 76 % and more.
  TEST_CASE("no loop in the tree") {
    const char* advice =
        "A loop computes its stride, compares and jumps in each round. Which strides can there be\n"
        "at most? And which tests in the tree or before the loads are not needed?\n"
        "Read `12: the block size as a constant` in chapters/06_unrolling/README.md.";
    for_every("block size", {1024}, advice, [](unsigned block_size) {
      require_all_instructions_relative(
          0.75, measure_unrolled<float>(full_blocks, block_size),
          measure_sums<float>(loop_sums, full_blocks, block_size, tiles * block_size), "a loop");
    });
  }
}

TEST_SUITE("time") {
  TEST_CASE("interleaved_sums, 2^25 floats, blocks of 256") {
    time_sums(interleaved_sums<float>, 256, 256);
  }
  TEST_CASE("unrolled_sums, 2^25 floats, blocks of 256") {
    time_sums(unrolled_sums<float>, 256, tiles * 256);
  }
}
