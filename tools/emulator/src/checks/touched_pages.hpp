// The pages of memory that a grid reads and writes, of memory that the host uses as well.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace lockstep::checks {

struct touched_page {
  std::uint32_t number;  // from the start of the memory
  bool written;          // otherwise read only
};

class touched_pages {
 public:
  static constexpr unsigned shift = 12;
  static constexpr std::uint64_t page_size = std::uint64_t{1} << shift;

  touched_pages(std::uint64_t address, std::uint64_t bytes)
      : begin_(address), marks_((bytes >> shift) + 1) {}

  void note(std::uint64_t address, std::uint64_t bytes, bool writes) {
    const std::uint8_t mark = writes ? 2 : 1;
    const std::uint64_t last = (address + bytes - 1 - begin_) >> shift;
    for (std::uint64_t page = (address - begin_) >> shift; page <= last; ++page) {
      if ((marks_[page] & mark) != 0) continue;
      if (marks_[page] == 0) touched_.push_back({static_cast<std::uint32_t>(page), false});
      marks_[page] |= mark;
    }
  }

  // Those since the last call, in ascending order.
  std::vector<touched_page> take() {
    std::vector<touched_page> all;
    all.swap(touched_);
    for (touched_page& page : all) {
      page.written = (marks_[page.number] & 2) != 0;
      marks_[page.number] = 0;
    }
    std::sort(all.begin(), all.end(),
              [](const auto& one, const auto& other) { return one.number < other.number; });
    return all;
  }

 private:
  std::uint64_t begin_;
  std::vector<std::uint8_t> marks_;  // by page
  std::vector<touched_page> touched_;
};

}  // namespace lockstep::checks
