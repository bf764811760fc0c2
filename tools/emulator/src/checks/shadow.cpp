#include "checks/shadow.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <new>

namespace lockstep::checks {

template <class T>
zeros<T>::zeros(std::size_t size) : bytes_(std::max<std::size_t>(size, 1) * sizeof(T)) {
  void* at = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (at == MAP_FAILED) throw std::bad_alloc();
  constexpr std::size_t worth_large_pages = std::size_t{8} << 20;
  if (sizeof(T) == sizeof(record) && bytes_ >= worth_large_pages)
    madvise(at, bytes_, MADV_HUGEPAGE);
  data_ = static_cast<T*>(at);
}

template <class T>
zeros<T>::~zeros() {
  munmap(data_, bytes_);
}

template class zeros<record>;
template class zeros<std::uint8_t>;

shadow::shadow(std::uint64_t address, std::uint64_t bytes)
    : address_(address & ~std::uint64_t{3}),
      bytes_(bytes + (address & 3)),
      writes_((bytes_ + 3) / 4 + 2 * beyond),
      reads_((bytes_ + 3) / 4 + 2 * beyond),
      others_((bytes_ + 3) / 4 + 2 * beyond),
      read_in_(bytes_ / 4 / row_words + 1) {}

void shadow::forget_read_rows(std::uint64_t address, std::uint64_t bytes) const {
  if (!rows_noted || !contains(address, bytes) || bytes == 0) return;
  for (std::size_t at = word(address) / row_words; at <= word(address + bytes - 1) / row_words;
       ++at)
    read_in_.data()[at] = 0;
}

std::array<word_history, 4>& shadow::bytes_of(std::size_t word) {
  record& tag = writes()[word];
  if (!is_split(tag)) {
    const word_history whole{tag, reads()[word], others()[word]};
    tag = split_flag | static_cast<record>(split_.size());
    split_.push_back({whole, whole, whole, whole});
  }
  return split_[static_cast<std::size_t>(tag & ~split_flag)];
}

std::array<record, 3> shadow::records_at(std::uint64_t address) const {
  const std::size_t at = word(address);
  if (!is_split(writes()[at])) return {writes()[at], reads()[at], others()[at]};
  const word_history& one = byte_of(address);
  return {one.write, one.last, one.other};
}

void shadow::replace_writes(std::uint64_t address, std::uint64_t bytes, record from, record to) {
  for (std::uint64_t at = address; at < address + bytes; ++at) {
    record& whole = writes()[word(at)];
    record& one = is_split(whole) ? bytes_of(word(at))[(at - address_) % 4].write : whole;
    if (one == from) one = to;
  }
}

bool shadow::is_written(std::uint64_t address) {
  if (written_by_host) return true;
  const record whole = writes()[word(address)];
  if (!is_split(whole)) return whole != 0;
  return bytes_of(word(address))[(address - address_) % 4].write != 0;
}

std::uint64_t shadow::count_unwritten(std::uint64_t address, std::uint64_t bytes,
                                      std::uint64_t& first) {
  if (written_by_host) return 0;
  std::uint64_t count = 0;
  for (std::uint64_t at = address; at < address + bytes;) {
    const bool whole = address + bytes - at >= 4 && is_whole_word(at);
    if (!is_written(at)) {
      if (count == 0) first = at;
      count += whole ? 4 : 1;
    }
    at += whole ? 4 : 1;
  }
  return count;
}

bool shadow::is_whole_word(std::uint64_t address) const {
  return (address - address_) % 4 == 0 && !is_split(writes()[word(address)]);
}

void shadow::forget_writes(std::uint64_t address, std::uint32_t bytes) {
  if (written_by_host) {
    for (std::size_t at = 0; at < (bytes_ + 3) / 4; ++at)
      if (writes()[at] == 0) writes()[at] = by_host;
    for (auto& parts : split_)
      for (word_history& part : parts)
        if (part.write == 0) part.write = by_host;
    written_by_host = false;
  }
  if (bytes == 4 && is_whole_word(address)) {
    writes()[word(address)] = 0;
    return;
  }
  for (std::uint64_t at = address; at < address + bytes; ++at)
    bytes_of(word(at))[(at - address_) % 4].write = 0;
}

}  // namespace lockstep::checks
