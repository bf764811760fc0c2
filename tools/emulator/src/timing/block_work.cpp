#include "timing/block_work.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <queue>
#include <span>
#include <tuple>

namespace lockstep::timing {
namespace {

// Blocks in the order of their work, or some that are neighbours in it.
using ordered = std::span<const std::uint64_t>;

struct stratum {
  ordered blocks;
  double sum = 0, deviation = 0;  // of work; the second is the sum of squares from the mean

  stratum(const block_work& work, ordered of) : blocks(of) {
    for (const std::uint64_t b : of) sum += work[b];
    for (const std::uint64_t b : of) deviation += (work[b] - mean()) * (work[b] - mean());
  }
  double mean() const { return sum / static_cast<double>(blocks.size()); }
};

ordered::iterator first_from(const block_work& work, ordered blocks, double least) {
  return std::lower_bound(blocks.begin(), blocks.end(), least,
                          [&](std::uint64_t b, double x) { return work[b] < x; });
}

}  // namespace

bool differs(const block_work& work) {
  constexpr double much = 0.1, far = 1.5;  // of the mean
  if (work.size() < 2) return false;
  const auto count = static_cast<double>(work.size());
  const double mean = std::accumulate(work.begin(), work.end(), 0.0) / count;
  double squares = 0, most = 0;
  for (const double w : work) {
    squares += (w - mean) * (w - mean);
    most = std::max(most, w);
  }
  return std::sqrt(squares / count) > much * mean || most > far * mean;
}

std::vector<std::uint64_t> typical_blocks(const block_work& work, std::size_t most) {
  std::vector<std::uint64_t> order(work.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint64_t a, std::uint64_t b) { return work[a] < work[b]; });
  const ordered all(order);
  std::vector<stratum> strata{stratum(work, all.last(1))};
  if (all.size() > 1) strata.emplace_back(work, all.first(all.size() - 1));
  while (strata.size() < most) {
    // The one that is spread most is parted at its mean.
    const auto widest = std::max_element(
        strata.begin(), strata.end(),
        [](const stratum& a, const stratum& b) { return a.deviation < b.deviation; });
    const ordered blocks = widest->blocks;
    const auto middle = first_from(work, blocks, widest->mean());
    if (middle == blocks.begin() || middle == blocks.end()) break;
    *widest = stratum(work, {blocks.begin(), middle});
    strata.emplace_back(work, ordered(middle, blocks.end()));
  }
  std::stable_sort(strata.begin(), strata.end(),
                   [](const stratum& a, const stratum& b) { return a.sum > b.sum; });
  std::vector<std::uint64_t> typical;
  for (const stratum& s : strata) {
    const auto next = first_from(work, s.blocks, s.mean());
    typical.push_back(next == s.blocks.end() ? s.blocks.back() : *next);
  }
  return typical;
}

std::vector<blocks_of_sm> busiest(const block_work& work, unsigned resident,
                                  unsigned multiprocessors) {
  // Places of blocks: when they are free, and their number, SM by SM.
  using place = std::tuple<double, unsigned>;
  std::priority_queue<place, std::vector<place>, std::greater<>> free;
  for (unsigned n = 0; n < resident * multiprocessors; ++n) free.emplace(0, n);
  std::vector<blocks_of_sm> all(multiprocessors);
  std::vector<double> ends(multiprocessors);
  for (std::uint64_t b = 0; b < work.size(); ++b) {
    const auto [at, number] = free.top();
    free.pop();
    const double end = at + work[b];
    free.emplace(end, number);
    blocks_of_sm& sm = all[number % multiprocessors];
    sm.blocks.push_back(b);
    sm.work += work[b];
    ends[number % multiprocessors] = std::max(ends[number % multiprocessors], end);
  }
  const auto last = std::max_element(ends.begin(), ends.end()) - ends.begin();
  const auto most = std::max_element(all.begin(), all.end(),
                                     [](const auto& a, const auto& b) { return a.work < b.work; }) -
                    all.begin();
  std::vector<blocks_of_sm> result{all[static_cast<std::size_t>(last)]};
  if (most != last) result.push_back(all[static_cast<std::size_t>(most)]);
  return result;
}

}  // namespace lockstep::timing
