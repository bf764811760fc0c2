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
  if (sizeof(T) >= sizeof(record) && bytes_ >= worth_large_pages)
    madvise(at, bytes_, MADV_HUGEPAGE);
  data_ = static_cast<T*>(at);
}

template <class T>
zeros<T>::~zeros() {
  munmap(data_, bytes_);
}

template class zeros<record>;
template class zeros<row_history>;
template class zeros<std::uint8_t>;

shadow::shadow(std::uint64_t address, std::uint64_t bytes)
    : kept_in{address & ~std::uint64_t{3},
              bytes + (address & 3),
              nullptr,
              nullptr,
              nullptr,
              nullptr},
      // All words of the last row.
      writes_(kept_in.bytes / 4 + row_history::words + 2 * beyond),
      reads_(kept_in.bytes / 4 + row_history::words + 2 * beyond),
      others_(kept_in.bytes / 4 + row_history::words + 2 * beyond),
      rows_(kept_in.bytes / 4 / row_history::words + 1) {
  kept_in.rows = rows_.data();
  kept_in.writes = writes_.data() + beyond;
  kept_in.reads = reads_.data() + beyond;
  kept_in.others = others_.data() + beyond;
}

void shadow::take_apart(std::size_t number) const {
  row_history& row = kept_in.rows[number];
  const std::size_t first = number * row_history::words;
  const auto fill = [first](record* words, record with) {
    for (std::size_t i = 0; i < row_history::words; ++i) words[first + i] = record_in_row(with, i);
  };
  // As long as the row is nothing, its words are.
  if ((row.write | row.last | row.other) != 0) {
    fill(writes(), row.write);
    fill(reads(), row.last);
    if (others_used) fill(others(), row.other);
  }
  row.write = row_history::apart;
}

void shadow::forget_read_rows(std::uint64_t address, std::uint64_t bytes) const {
  if (!rows_noted || !contains(address, bytes) || bytes == 0) return;
  constexpr std::size_t step = row_history::words;
  for (std::size_t at = word(address); at / step <= word(address + bytes - 1) / step; at += step)
    row_of(at).read_in = 0;
}

std::array<word_history, 4>& shadow::bytes_of(std::size_t word) {
  const word_records of = words(word, 1);
  if (!is_split(*of.writes)) {
    const word_history whole{*of.writes, *of.reads, *of.others};
    *of.writes = split_flag | static_cast<record>(split_.size());
    split_.push_back({whole, whole, whole, whole});
  }
  return split_[static_cast<std::size_t>(*of.writes & ~split_flag)];
}

word_history shadow::history_at(std::uint64_t address) const {
  const std::size_t at = word(address), i = at % row_history::words;
  if (const row_history& row = row_of(at); !row.is_apart())
    return {record_in_row(row.write, i), record_in_row(row.last, i), record_in_row(row.other, i)};
  const record write = writes()[at];
  if (!is_split(write)) return {write, reads()[at], others()[at]};
  return split_[static_cast<std::size_t>(write & ~split_flag)][(address - kept_in.address) % 4];
}

std::uint64_t shadow::alike_from(std::uint64_t address, std::uint64_t bytes) const {
  constexpr std::uint64_t row_bytes = 4 * row_history::words;
  if ((address - kept_in.address) % row_bytes == 0 && bytes >= row_bytes &&
      !row_of(word(address)).is_apart())
    return row_bytes;
  return bytes >= 4 && is_whole_word(address) ? 4 : 1;
}

void shadow::write_by_host(std::uint64_t address, std::uint64_t bytes) {
  while (bytes > 0) {
    const std::uint64_t together = alike_from(address, bytes);
    if (together > 4)
      row_of(word(address)).write = by_host;
    else if (together == 4)
      *words(word(address), 1).writes = by_host;
    else
      bytes_of(word(address))[(address - kept_in.address) % 4].write = by_host;
    address += together;
    bytes -= together;
  }
}

void shadow::replace_writes(std::uint64_t address, std::uint64_t bytes, record from, record to) {
  for (std::uint64_t at = address; at < address + bytes; ++at) {
    record& whole = *words(word(at), 1).writes;
    record& one = is_split(whole) ? bytes_of(word(at))[(at - kept_in.address) % 4].write : whole;
    if (one == from) one = to;
  }
}

bool shadow::is_written(std::uint64_t address) const {
  return written_by_host || history_at(address).write != 0;
}

std::uint64_t shadow::count_unwritten(std::uint64_t address, std::uint64_t bytes,
                                      std::uint64_t& first) const {
  if (written_by_host) return 0;
  std::uint64_t count = 0;
  for (std::uint64_t at = address; at < address + bytes;) {
    const std::uint64_t together = alike_from(at, address + bytes - at);
    if (!is_written(at)) {
      if (count == 0) first = at;
      count += together;
    }
    at += together;
  }
  return count;
}

bool shadow::is_whole_word(std::uint64_t address) const {
  return (address - kept_in.address) % 4 == 0 && !is_split(write_of(word(address)));
}

void shadow::forget_writes(std::uint64_t address, std::uint32_t bytes) {
  if (written_by_host) {
    for (std::size_t at = 0; at < (kept_in.bytes + 3) / 4; at += row_history::words) {
      row_history& row = row_of(at);
      if (row.write == 0) row.write = by_host;
      for (std::size_t i = 0; row.is_apart() && i < row_history::words; ++i)
        if (writes()[at + i] == 0) writes()[at + i] = by_host;
    }
    for (auto& parts : split_)
      for (word_history& part : parts)
        if (part.write == 0) part.write = by_host;
    written_by_host = false;
  }
  if (bytes == 4 && is_whole_word(address)) {
    *words(word(address), 1).writes = 0;
    return;
  }
  for (std::uint64_t at = address; at < address + bytes; ++at)
    bytes_of(word(at))[(at - kept_in.address) % 4].write = 0;
}

}  // namespace lockstep::checks
