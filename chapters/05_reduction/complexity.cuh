// A sum by P processors, one launch per step of the tree, that counts what it does: steps and
// additions. A processor is a thread.
#pragma once

#include <lockstep/buffer.hpp>
#include <lockstep/check.hpp>

#include <algorithm>
#include <vector>

namespace chapter_05 {

struct tally {
  unsigned long long additions = 0;  // by all processors together
  unsigned most = 0;                 // additions of the busiest one, in this launch
};

__device__ inline void count_additions(tally* all, unsigned mine) {
  atomicAdd(&all->additions, static_cast<unsigned long long>(mine));
  atomicMax(&all->most, mine);
}

// Each processor alone: sums[p] = data[p] + data[p + processors] + ...
__global__ void add_alone(const int* data, unsigned size, int* sums, unsigned processors,
                          tally* all) {
  const unsigned p = blockIdx.x * blockDim.x + threadIdx.x;
  if (p >= processors) return;
  int sum = data[p];
  unsigned additions = 0;
  for (unsigned i = p + processors; i < size; i += processors) {
    sum += data[i];
    ++additions;
  }
  sums[p] = sum;
  count_additions(all, additions);
}

// One level of the tree: `count` sums become `half`, which is count / 2 rounded up.
__global__ void add_pairs(int* sums, unsigned count, unsigned half, tally* all) {
  const unsigned p = blockIdx.x * blockDim.x + threadIdx.x;
  if (p + half >= count) return;
  sums[p] += sums[p + half];
  count_additions(all, 1);
}

struct complexity {
  int sum = 0;
  unsigned steps = 0;  // additions that follow each other: the time of the parallel machine
  unsigned long long additions = 0;
};

// Sums `data` by `processors`, at least 1 and at most as many as there are elements. `launched` is
// called after all launches, before anything is read back.
template <typename Launched>
complexity sum_by(lockstep::device_buffer<int>& data, unsigned processors, Launched launched) {
  constexpr unsigned block = 256;
  const auto size = static_cast<unsigned>(data.size());
  lockstep::device_buffer<int> sums(processors);
  std::vector<unsigned> levels;
  for (unsigned count = processors; count > 1; count = (count + 1) / 2) levels.push_back(count);
  lockstep::device_buffer<tally> tallies(std::vector<tally>(levels.size() + 1));

  launched();
  add_alone<<<(processors + block - 1) / block, block>>>(data.data(), size, sums.data(), processors,
                                                         tallies.data());
  for (std::size_t level = 0; level < levels.size(); ++level) {
    const unsigned half = (levels[level] + 1) / 2;
    add_pairs<<<(half + block - 1) / block, block>>>(sums.data(), levels[level], half,
                                                     tallies.data() + level + 1);
  }
  launched();
  CUDA_CHECK_LAUNCH();

  complexity result;
  result.sum = sums.download(1).at(0);
  for (const tally& one : tallies.download()) {
    result.steps += one.most;
    result.additions += one.additions;
  }
  return result;
}

inline complexity sum_by(lockstep::device_buffer<int>& data, unsigned processors) {
  return sum_by(data, processors, [] {});
}

// Levels of a tree over `count` leaves: log2, rounded up.
inline unsigned levels_of(unsigned count) {
  unsigned levels = 0;
  for (; count > 1; count = (count + 1) / 2) ++levels;
  return levels;
}

// What the theory says: N / P - 1 additions alone, rounded up, then the tree.
inline unsigned expected_steps(unsigned size, unsigned processors) {
  return (size + processors - 1) / processors - 1 + levels_of(processors);
}

}  // namespace chapter_05
