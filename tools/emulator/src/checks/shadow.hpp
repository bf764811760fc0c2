// What is remembered of the words of a piece of memory: the last write, and two of the reads (and
// atomic operations) since then that are not ordered among each other.
//
// Two are enough: of the accesses of one block between two barriers, any two of different warps
// tell whether another one conflicts with a thread; of different blocks likewise (see `keep_two`).
//
// Sixteen words that lanes side by side access are remembered as one, a row, until somebody
// accesses them in another way.
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

// Sixteen words from a multiple of sixteen on. What is remembered of the first of them says what is
// remembered of the others (record_in_row).
struct row_history {
  static constexpr std::size_t words = 16;
  static constexpr record apart = -1;  // in place of `write`: each word is remembered by itself

  record write, last, other;
  // Several warps have read the row since the last barrier: the time of that barrier, and where the
  // last of them read it (record_of). Nothing need be remembered of further warps that read it
  // there (quick_row.hpp). Whether or not its words are apart.
  record read_in;

  bool is_apart() const { return write == apart; }
};

// What is remembered of word `i` of a row: the lanes' records differ in the lane; nothing and the
// host's writes are the same for all.
constexpr record record_in_row(record first, std::size_t i) {
  return first <= by_host ? first : first + static_cast<record>(i) * by_thread(1);
}

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
  // What compiled code looks into (simt/jit/observed_rows.cpp).
  struct tables {
    std::uint64_t address, bytes;
    row_history* rows;
    record *writes, *reads, *others;  // by word
  };

  shadow(std::uint64_t address, std::uint64_t bytes);

  bool contains(std::uint64_t address, std::uint64_t bytes) const {
    return address >= kept_in.address && address - kept_in.address <= kept_in.bytes &&
           bytes <= kept_in.bytes - (address - kept_in.address);
  }
  std::uint64_t address() const { return kept_in.address; }
  std::uint64_t bytes() const { return kept_in.bytes; }
  std::size_t word(std::uint64_t address) const { return (address - kept_in.address) / 4; }

  // The row that a word is in.
  row_history& row_of(std::size_t word) const { return kept_in.rows[word / row_history::words]; }

  // The records of words, from the first of `count` on; takes their rows apart. Vector instructions
  // may reach a few words beyond either end, and change nothing there.
  struct word_records {
    record *writes, *reads, *others;
  };
  word_records words(std::size_t first, std::size_t count) const {
    for (std::size_t row = first / row_history::words;
         row <= (first + count - 1) / row_history::words; ++row)
      if (!kept_in.rows[row].is_apart()) take_apart(row);
    return {writes() + first, reads() + first, others() + first};
  }

  // Somebody writes there.
  void forget_read_rows(std::uint64_t address, std::uint64_t bytes) const;

  // The four histories of the bytes of a word that is split; splits it first.
  std::array<word_history, 4>& bytes_of(std::size_t word);

  // What is remembered of a byte, and of a word: its last write, or that it is split.
  word_history history_at(std::uint64_t address) const;
  record write_of(std::size_t word) const {
    const record row = row_of(word).write;
    return row == row_history::apart ? writes()[word]
                                     : record_in_row(row, word % row_history::words);
  }
  void write_by_host(std::uint64_t address, std::uint64_t bytes);

  // Changes the last writes of these bytes, where they are `from`, to `to`.
  void replace_writes(std::uint64_t address, std::uint64_t bytes, record from, record to);

  bool is_written(std::uint64_t address) const;
  // How many of these bytes nobody has written; `first`: the address of the first of them, which
  // stays as it is if there is none.
  std::uint64_t count_unwritten(std::uint64_t address, std::uint64_t bytes,
                                std::uint64_t& first) const;
  // Its four bytes are watched as one.
  bool is_whole_word(std::uint64_t address) const;
  // Nobody has written to these bytes.
  void forget_writes(std::uint64_t address, std::uint32_t bytes);

  tables kept_in;  // set once
  // No byte counts as uninitialised: the host has written to all of it, or might have.
  bool written_by_host = false;
  // Some word's `other` is in use; something is noted of some row.
  bool others_used = false, rows_noted = false;
  // Of memory that the host uses as well, if that is watched.
  std::unique_ptr<touched_pages> touched;

 private:
  static constexpr std::size_t beyond = 8;
  record* writes() const { return kept_in.writes; }
  record* reads() const { return kept_in.reads; }
  record* others() const { return kept_in.others; }
  void take_apart(std::size_t row) const;
  // How many of these bytes, from the first one on, are remembered as one.
  std::uint64_t alike_from(std::uint64_t address, std::uint64_t bytes) const;

  zeros<record> writes_, reads_, others_;
  zeros<row_history> rows_;
  std::vector<std::array<word_history, 4>> split_;
};

}  // namespace lockstep::checks
