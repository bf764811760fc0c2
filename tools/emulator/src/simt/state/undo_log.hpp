// What memory held before a block that runs again for the model of time wrote to it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "memory/address_space.hpp"

namespace lockstep::simt {

class undo_log {
 public:
  explicit undo_log(const memory::address_space& memory) : memory_(memory) {}
  ~undo_log() {
    for (auto one = entries_.rbegin(); one != entries_.rend(); ++one)
      std::memcpy(one->at, bytes_.data() + one->first, one->count);
  }
  undo_log(const undo_log&) = delete;
  undo_log& operator=(const undo_log&) = delete;

  void save(std::uint64_t address, std::size_t count) {
    const memory::allocation* in = memory_.find(address);
    if (in == nullptr || !in->contains(address, count)) return;  // the access will fail
    std::byte* const at = in->host + (address - in->address);
    entries_.push_back({at, bytes_.size(), count});
    bytes_.insert(bytes_.end(), at, at + count);
  }

 private:
  struct entry {
    std::byte* at;
    std::size_t first, count;  // in bytes_
  };
  const memory::address_space& memory_;
  std::vector<entry> entries_;
  std::vector<std::byte> bytes_;
};

}  // namespace lockstep::simt
