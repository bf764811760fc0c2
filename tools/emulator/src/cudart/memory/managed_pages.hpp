// What a program has said about pages of managed memory: advice, and where it last requested to
// fetch them. All of it is one memory here, so it makes a difference only to queries.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace lockstep::cudart {

struct page_location {
  int type = 0, id = 0;  // cudaMemLocation, type cudaMemLocationTypeInvalid: none
  bool operator==(const page_location&) const = default;
};

struct page_advice {
  bool read_mostly = false;
  page_location preferred, fetched;
  std::set<int> accessed_by;  // devices, and cudaCpuDeviceId
  bool operator==(const page_advice&) const = default;
};

struct address_range {
  std::uint64_t begin = 0, end = 0;
};

// By address. What was not spoken of has the value of a new object.
class managed_pages {
 public:
  template <class F>
  void change(address_range range, F f) {
    split(range.begin);
    split(range.end);
    for (auto it = from_.find(range.begin); it->first != range.end; ++it) f(it->second);
  }
  // What was said of any of it.
  std::vector<page_advice> of(address_range range) const;
  void forget(address_range range);

 private:
  void split(std::uint64_t at);

  std::map<std::uint64_t, page_advice> from_;  // up to the next entry
};

// The memory was released, all of it or this.
void forget_managed_pages();
void forget_managed_pages(std::uint64_t address, std::uint64_t bytes);

}  // namespace lockstep::cudart
