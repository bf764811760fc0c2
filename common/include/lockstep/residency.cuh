// Achieved occupancy without a profiler: each warp notes, by its SM's own clock, when it began and
// how long it stayed; the host adds up. The warps there on average, as a share of those that the SM
// has room for, is what Nsight Compute calls sm__warps_active.avg.pct_of_peak_sustained_active,
// from a warp's first instruction to its last. The profiler also counts what comes before (the
// block is being started) and after (its stores are not done yet). On an H200 the two agree within
// a per cent for blocks that stay long; for blocks that live a thousand cycles the notes say a
// sixth less.
//
//   template <bool Note> __global__ void kernel(..., warp_note* notes) {
//     const long long began = Note ? clock64() : 0;
//     ...
//     if (Note) note_residence(notes, began);     // every thread comes here
//   }
#pragma once

#include <lockstep/check.hpp>
#include <lockstep/device.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

namespace lockstep {

// One per warp of the launch, 16 bytes.
struct warp_note {
  std::uint64_t began;    // cycles
  std::uint32_t resided;  // cycles
  std::uint32_t sm;
};

#ifdef __CUDACC__
__device__ inline void note_residence(warp_note* notes, long long began) {
  const long long ended = clock64();
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const std::size_t block =
      blockIdx.x + gridDim.x * (blockIdx.y + std::size_t{gridDim.y} * blockIdx.z);
  if (thread % 32 != 0) return;
  unsigned sm = 0;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
  notes[block * ((threads + 31) / 32) + thread / 32] = {
      static_cast<std::uint64_t>(began), static_cast<std::uint32_t>(ended - began), sm};
}
#endif

// Warps that a launch of so many blocks has.
inline std::size_t warps_of(std::size_t blocks, unsigned threads_of_block) {
  return blocks * ((threads_of_block + 31) / 32);
}

// Resident warps on average, while its SM had any, over `warps_per_sm`: 0 to 1.
inline double achieved_occupancy(const std::vector<warp_note>& notes, int warps_per_sm) {
  struct span {
    std::uint64_t first = std::numeric_limits<std::uint64_t>::max(), last = 0;
  };
  std::vector<span> sms;
  double resided = 0, active = 0;
  for (const warp_note& note : notes) {
    if (note.sm >= sms.size()) sms.resize(note.sm + 1);
    sms[note.sm].first = std::min(sms[note.sm].first, note.began);
    sms[note.sm].last = std::max(sms[note.sm].last, note.began + note.resided);
    resided += note.resided;
  }
  for (const span& sm : sms) {
    if (sm.last > sm.first) active += static_cast<double>(sm.last - sm.first);
  }
  return active == 0 ? 0 : resided / active / warps_per_sm;
}

// Cycles for which a warp was there, on average; 0 of none.
inline double average_residence(const std::vector<warp_note>& notes) {
  double cycles = 0;
  for (const warp_note& note : notes) cycles += note.resided;
  return notes.empty() ? 0 : cycles / static_cast<double>(notes.size());
}

}  // namespace lockstep
