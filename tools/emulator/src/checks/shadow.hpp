// What is remembered of the words of a piece of memory: the last write, and two of the reads (and
// atomic operations) since then that are not ordered among each other.
//
// Two are enough: of the accesses of one block between two barriers, any two of different warps
// tell whether another one conflicts with a thread; of different blocks likewise (see `keep_two`).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "checks/record.hpp"
#include "checks/touched_pages.hpp"

namespace lockstep::checks {

// Of a write that is earlier than every grid, and ordered before all.
constexpr record by_host = begin_of(1);

struct word_history {
  record write = 0, last = 0, other = 0;
};

// `size` zeros, in pages that cost nothing until they are touched.
template <class T>
class zeros {
 public:
  explicit zeros(std::size_t size);
  ~zeros();
  zeros(const zeros&) = delete;
  zeros& operator=(const zeros&) = delete;
  T* data() const { return data_; }

 private:
  T* data_;
  std::size_t bytes_;
};

// The histories of `bytes` bytes from `address` on, four to a word.
class shadow {
 public:
  shadow(std::uint64_t address, std::uint64_t bytes);

  bool contains(std::uint64_t address, std::uint64_t bytes) const {
    return address >= address_ && address - address_ <= bytes_ &&
           bytes <= bytes_ - (address - address_);
  }
  std::uint64_t address() const { return address_; }
  std::uint64_t bytes() const { return bytes_; }
  std::size_t word(std::uint64_t address) const { return (address - address_) / 4; }

  // Those of a word, by its number. Vector instructions may reach a few words beyond either end.
  record* writes() const { return writes_.data() + beyond; }
  record* reads() const { return reads_.data() + beyond; }
  record* others() const { return others_.data() + beyond; }

  // Rows of words that several warps have read since the last barrier, by the number of their first
  // word: the time of that barrier, and where the last of them read it (record_of). Nothing need be
  // remembered of further warps that read it there (quick_row.hpp).
  static constexpr std::size_t row_words = 16;
  record& read_in(std::size_t word) const { return read_in_.data()[word / row_words]; }
  // Somebody writes there.
  void forget_read_rows(std::uint64_t address, std::uint64_t bytes) const;

  // The four histories of the bytes of a word that is split; splits it first.
  std::array<word_history, 4>& bytes_of(std::size_t word);
  // That of a byte whose word is split.
  const word_history& byte_of(std::uint64_t address) const {
    const record tag = writes()[word(address)];
    return split_[static_cast<std::size_t>(tag & ~split_flag)][(address - address_) % 4];
  }

  // What is remembered of a byte.
  std::array<record, 3> records_at(std::uint64_t address) const;

  // Changes the last writes of these bytes, where they are `from`, to `to`.
  void replace_writes(std::uint64_t address, std::uint64_t bytes, record from, record to);

  bool is_written(std::uint64_t address);
  // How many of these bytes nobody has written; `first`: the address of the first of them, which
  // stays as it is if there is none.
  std::uint64_t count_unwritten(std::uint64_t address, std::uint64_t bytes, std::uint64_t& first);
  // Its four bytes are watched as one.
  bool is_whole_word(std::uint64_t address) const;
  // Nobody has written to these bytes.
  void forget_writes(std::uint64_t address, std::uint32_t bytes);

  // No byte counts as uninitialised: the host has written to all of it, or might have.
  bool written_by_host = false;
  // Some word's `other` is in use; something is noted of some row.
  bool others_used = false, rows_noted = false;
  // Of memory that the host uses as well, if that is watched.
  std::unique_ptr<touched_pages> touched;

 private:
  static constexpr std::size_t beyond = 8;
  std::uint64_t address_, bytes_;
  zeros<record> writes_, reads_, others_, read_in_;
  std::vector<std::array<word_history, 4>> split_;
};

}  // namespace lockstep::checks
