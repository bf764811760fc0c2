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
      writes_((bytes_ + 3) / 4),
      reads_((bytes_ + 3) / 4),
      others_((bytes_ + 3) / 4) {}

std::array<word_history, 4>& shadow::bytes_of(std::size_t word) {
  record& tag = writes()[word];
  if (!is_split(tag)) {
    const word_history whole{tag, reads()[word], others()[word]};
    tag = split_flag | static_cast<record>(split_.size());
    split_.push_back({whole, whole, whole, whole});
  }
  return split_[static_cast<std::size_t>(tag & ~split_flag)];
}

}  // namespace lockstep::checks
