// The ceiling: kernels that read all bytes, 16 a lane, and keep nothing. Of several shapes the one
// that is fastest at that size.
#pragma once

#include <lockstep/bench/program.hpp>

#include "../reduce/block.cuh"
#include "../reduce/reduce.cuh"

namespace {

// `never` is written only if what a thread reads adds up to what no input has.
template <unsigned Loads>
__global__ void __launch_bounds__(chapter_06::reduce_threads)
    read_everything(const unsigned* data, std::uint64_t size, unsigned* never) {
#if __CUDA_ARCH__ >= 900
  cudaTriggerProgrammaticLaunchCompletion();
#endif
  const unsigned value =
      chapter_06::combine_own<chapter_06::add, chapter_06::reduce_threads, Loads>(data, size);
  if (value == 0x7FFFFFFFu) *never = value;
}

// Made before the first graph is recorded, which allows no allocation.
inline unsigned* never_written() {
  static lockstep::device_buffer<unsigned> never(1);
  return never.data();
}

template <unsigned Loads>
void read_by(unsigned per_multiprocessor, const void* buffer, std::size_t bytes,
             chapter_06::input is) {
  static const auto multiprocessors =
      static_cast<unsigned>(lockstep::device_attribute(cudaDevAttrMultiProcessorCount));
  const std::size_t tile = std::size_t{16} * chapter_06::reduce_threads * Loads;
  auto blocks = static_cast<unsigned>(std::max<std::size_t>(1, (bytes + tile - 1) / tile));
  if (per_multiprocessor > 0) blocks = std::min(blocks, per_multiprocessor * multiprocessors);
  cudaLaunchAttribute attribute = chapter_06::early();
  cudaLaunchConfig_t how{};
  how.gridDim = dim3(blocks);
  how.blockDim = dim3(chapter_06::reduce_threads);
  how.stream = lockstep::bench::sampler::stream;
  how.attrs = &attribute;
  how.numAttrs = is == chapter_06::input::ready ? 1 : 0;
  CUDA_CHECK(cudaLaunchKernelEx(&how, read_everything<Loads>, static_cast<const unsigned*>(buffer),
                                std::uint64_t{bytes / 4}, never_written()));
}

inline void read_in_shape(chapter_06::shape how, const void* buffer, std::size_t bytes,
                          chapter_06::input is) {
  if (how.loads == 2) read_by<2>(how.per_multiprocessor, buffer, bytes, is);
  if (how.loads == 4) read_by<4>(how.per_multiprocessor, buffer, bytes, is);
  if (how.loads == 8) read_by<8>(how.per_multiprocessor, buffer, bytes, is);
}

inline lockstep::bench::kernel_case reading_case(lockstep::bench::sampler& times, std::size_t bytes,
                                                 lockstep::bench::residency where,
                                                 chapter_06::input is) {
  using namespace lockstep::bench;
  (void)never_written();
  const auto in_shape = [bytes, is](chapter_06::shape how) {
    return [how, bytes, is](void* buffer, unsigned) { read_in_shape(how, buffer, bytes, is); };
  };
  chapter_06::shape best{};
  double least = 0;
  for (const chapter_06::shape one :
       {chapter_06::shape{2, 0}, chapter_06::shape{4, 0}, chapter_06::shape{8, 0},
        chapter_06::shape{8, 1}, chapter_06::shape{8, 2}, chapter_06::shape{4, 4}}) {
    const double us = times.measure(bytes, where, true, in_shape(one)).us;
    if (least == 0 || us < least) {
      least = us;
      best = one;
    }
  }
  const bool early = is == chapter_06::input::ready;
  return {early ? early_ceiling_name : ceiling_name,
          in_shape(best),
          nullptr,
          std::to_string(best.loads) + " loads, " +
              (best.per_multiprocessor == 0
                   ? "one round"
                   : std::to_string(best.per_multiprocessor) + " blocks per SM"),
          true,
          early};
}

}  // namespace
