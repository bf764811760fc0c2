// The end of the ladder: one function that takes, by size and type, what the rungs have taught.
//
//   chapter_06::reducer reduce;                               // owns its scratch memory
//   reduce.run<chapter_06::add>(data, result, size);          // as ordered as any launch
//   reduce.run<chapter_06::maximum>(data, result, size, stream, chapter_06::input::ready);
//
// For int, unsigned, float and double, by add, minimum and maximum; up to 2^32 elements, at any
// address. On the same device and size the result has the same bits in every run. `result` is
// written on the device. Of no elements it is the identity: 0, the largest or the smallest value
// (infinite if there is one).
#pragma once

#include <lockstep/buffer.hpp>
#include <lockstep/device.hpp>
#include <lockstep/reduction/tile.cuh>

#include <algorithm>
#include <stdexcept>

#include "../launchers.cuh"
#include "grid.cuh"

namespace chapter_06 {

// Whether the launch may read its input at once, while the one before it in the stream still runs
// (24): only if that one does not write it. It gains where launches follow each other closely.
enum class input { ordered, ready };

// How much a thread loads at a time, and how many blocks there are.
struct shape {
  unsigned loads;               // of a thread, at the same time: 2, 4 or 8
  unsigned per_multiprocessor;  // blocks; 0: one for each tile
};

constexpr unsigned reduce_threads = 512;

struct shape_up_to {
  std::uint64_t megabytes;
  shape best;
};

// What was fastest on an H200: 06_unrolling_bench --shapes, docs/data/h200_reduce_shapes.csv. Small
// inputs want many SMs at once, each with little. Large ones want loads in flight, and more blocks
// than there are places: who is done early takes another. By flags every block costs the last one a
// look. A launch that comes early finds place where the one before leaves some: few blocks, each
// with more. By flags it has two speeds (two_speeds.cu); there, up to 32 MiB, the shape that was
// fastest in the worst of six runs (docs/data/h200_reduce_shapes_early.csv).
constexpr std::uint64_t any_size = ~std::uint64_t{0};
constexpr shape_up_to ordered_by_word[] = {
    {8, {2, 0}}, {128, {4, 4}}, {256, {4, 32}}, {any_size, {8, 0}}};
constexpr shape_up_to ordered_by_flags[] = {
    {8, {2, 0}}, {32, {4, 2}}, {1024, {8, 2}}, {any_size, {8, 32}}};
constexpr shape_up_to early_by_word[] = {
    {4, {8, 1}}, {16, {2, 1}}, {256, {8, 4}}, {1024, {8, 32}}, {any_size, {8, 128}}};
constexpr shape_up_to early_by_flags[] = {{1, {2, 1}},  {8, {4, 1}},    {16, {2, 1}},
                                          {32, {2, 2}}, {1024, {8, 1}}, {any_size, {8, 32}}};

inline shape shape_for(std::uint64_t bytes, input is, bool by_flags) {
  const auto pick = [bytes](const auto& table) {
    for (const shape_up_to& row : table) {
      if (row.megabytes == any_size || bytes <= row.megabytes << 20) return row.best;
    }
    throw std::logic_error("the table of shapes does not end");
  };
  if (is == input::ready) return by_flags ? pick(early_by_flags) : pick(early_by_word);
  return by_flags ? pick(ordered_by_flags) : pick(ordered_by_word);
}

class reducer {
 public:
  reducer() : words_(1 + 2 * most_blocks_by_flags()) {
    CUDA_CHECK(cudaMemset(words_.data(), 0, words_.bytes()));
  }

  // Two calls of the same reducer must not run at the same time: one stream each.
  template <typename Operation, typename T>
  void run(const T* data, T* result, std::uint64_t size, cudaStream_t stream = nullptr,
           input is = input::ordered) {
    run<Operation>(data, result, size, stream, is,
                   shape_for(size * sizeof(T), is, !packs_into_a_word<Operation, T>));
  }

  template <typename Operation, typename T>
  void run(const T* data, T* result, std::uint64_t size, cudaStream_t stream, input is,
           shape chosen) {
    static_assert(sizeof(T) == 4 || sizeof(T) == 8, "int, unsigned, float or double");
    if (size > std::uint64_t{1} << 32) throw std::invalid_argument("more than 2^32 elements");
    if (size <= few_loads * reduce_threads * pack_of<T>::count &&
        reinterpret_cast<std::uintptr_t>(data) % 16 == 0) {
      return launch_kernel(combine_few<Operation, reduce_threads, few_loads, T>, 1, stream, is,
                           data, static_cast<unsigned>(size), result);
    }
    switch (chosen.loads) {
      case 2:
        return launch<Operation, 2>(data, result, size, stream, is, chosen);
      case 4:
        return launch<Operation, 4>(data, result, size, stream, is, chosen);
      case 8:
        return launch<Operation, 8>(data, result, size, stream, is, chosen);
    }
    throw std::invalid_argument("no kernel was compiled for so many loads");
  }

 private:
  static unsigned most_blocks_by_flags() { return 1u << 17; }

  template <typename Operation, unsigned Loads, typename T>
  void launch(const T* data, T* result, std::uint64_t size, cudaStream_t stream, input is,
              shape chosen) {
    const std::uint64_t tile = std::uint64_t{reduce_threads} * Loads * pack_of<T>::count;
    std::uint64_t blocks = std::max<std::uint64_t>(1, (size + tile - 1) / tile);
    if (chosen.per_multiprocessor > 0) {
      blocks = std::min<std::uint64_t>(blocks, chosen.per_multiprocessor * multiprocessors_);
    }
    if (!packs_into_a_word<Operation, T>) {
      blocks = std::min<std::uint64_t>(blocks, most_blocks_by_flags());
    }
    const workspace space{words_.data(), words_.data() + 1};
    launch_kernel(combine_all<Operation, reduce_threads, Loads, T>, static_cast<unsigned>(blocks),
                  stream, is, data, size, result, space);
  }

  template <typename... Parameters>
  void launch_kernel(void (*kernel)(Parameters...), unsigned blocks, cudaStream_t stream, input is,
                     Parameters... arguments) {
    cudaLaunchAttribute attribute = early();
    cudaLaunchConfig_t how{};
    how.gridDim = dim3(blocks);
    how.blockDim = dim3(reduce_threads);
    how.stream = stream;
    how.attrs = &attribute;
    how.numAttrs = is == input::ready && comes_early_ ? 1 : 0;
    CUDA_CHECK(cudaLaunchKernelEx(&how, kernel, arguments...));
  }

  static constexpr unsigned few_loads = 2;
  lockstep::device_buffer<unsigned long long> words_;
  const unsigned multiprocessors_ =
      static_cast<unsigned>(lockstep::device_attribute(cudaDevAttrMultiProcessorCount));
  const bool comes_early_ = has_early_launch();
};

}  // namespace chapter_06
