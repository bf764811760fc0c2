#include "timing/left_out.hpp"

namespace lockstep::timing {

void left_out_blocks::note(std::uint32_t* word) {
  constexpr std::size_t most = 1024;  // of counters; a histogram has more words than that
  if (begun_ == 1 && counters_.size() < most) counters_.try_emplace(word, counter{*word});
}

void left_out_blocks::pass_to(std::uint64_t block) {
  const std::uint64_t others = begun_ == 0 ? 0 : block - last_ - 1;
  for (auto at = counters_.begin(); at != counters_.end();) {
    auto& [word, c] = *at;
    const std::uint32_t step = *word - c.before;
    if (step == 0 || (c.is_known && step != c.step)) {
      at = counters_.erase(at);
      continue;
    }
    c.step = step;
    c.is_known = true;
    *word += static_cast<std::uint32_t>(others) * step;
    c.before = *word;
    ++at;
  }
  ++begun_;
  last_ = block;
}

}  // namespace lockstep::timing
